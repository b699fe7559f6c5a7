package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// What a machine offers beside what the catalogue says.
const (
	zonePrefix   = "us-east-1"
	spotDiscount = 0.4
	unknownPrice = 1000 // so that it is the last choice
	diskGiB      = 2000
	podCount     = 110
	// The kwok provider takes this off each machine; the catalogue has what is left to pods.
	reservedMilliCPU  = 100
	reservedMemoryMiB = 10
	awsLabel          = "karpenter.k8s.aws/instance-"
)

var zones = []string{"a", "b", "c"}

// instanceType is one entry of the file that the kwok provider reads.
type instanceType struct {
	Name             string              `json:"name"`
	Architecture     string              `json:"architecture"`
	OperatingSystems []string            `json:"operatingSystems"`
	Resources        corev1.ResourceList `json:"resources"`
	Offerings        []machineOffering   `json:"offerings"`
}

type machineOffering struct {
	Price        float64
	Available    bool
	Requirements []corev1.NodeSelectorRequirement
}

// printInstanceTypes turns catalogues into the instance file.
func printInstanceTypes(out io.Writer, files []string) error {
	var types []instanceType
	for _, file := range files {
		rows, err := readCatalogue(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, row := range rows {
			t, err := row.instanceType()
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file, row["name"], err)
			}
			types = append(types, *t)
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", " ")
	return encoder.Encode(types)
}

// row is one line of a catalogue by column name.
type row map[string]string

// readCatalogue reads a CSV file whose first line that is not a comment names the columns.
func readCatalogue(file string) ([]row, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	reader := csv.NewReader(in)
	reader.Comment = '#'
	lines, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, errors.New("there are no machines in it")
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, name := range lines[0] {
			r[strings.TrimSpace(name)] = strings.TrimSpace(line[i])
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// number is 0 where the column is empty or not there.
func (r row) number(column string) (float64, error) {
	if r[column] == "" {
		return 0, nil
	}
	return strconv.ParseFloat(r[column], 64)
}

func (r row) instanceType() (*instanceType, error) {
	numbers := map[string]float64{}
	for _, column := range []string{"gpu_count", "cpu_cores", "memory_gib", "efa_count", "usd_per_hour", "spot_usd_per_hour"} {
		value, err := r.number(column)
		if err != nil {
			return nil, err
		}
		numbers[column] = value
	}
	name, price, spotPrice := r["name"], numbers["usd_per_hour"], numbers["spot_usd_per_hour"]
	if name == "" || numbers["cpu_cores"] <= 0 || numbers["memory_gib"] <= 0 {
		return nil, errors.New("name, CPU and memory must be known")
	}
	if price == 0 {
		price = unknownPrice
	}
	if spotPrice == 0 {
		spotPrice = price * spotDiscount
	}

	resources := map[corev1.ResourceName]string{
		corev1.ResourceCPU:              fmt.Sprintf("%dm", int(math.Round(numbers["cpu_cores"]*1000))+reservedMilliCPU),
		corev1.ResourceMemory:           fmt.Sprintf("%dMi", int(math.Ceil(numbers["memory_gib"]*1024))+reservedMemoryMiB),
		corev1.ResourceEphemeralStorage: fmt.Sprintf("%dGi", diskGiB),
		corev1.ResourcePods:             strconv.Itoa(podCount),
	}
	labels := nameLabels(name)
	if numbers["gpu_count"] > 0 {
		count := strconv.Itoa(int(numbers["gpu_count"]))
		resources["nvidia.com/gpu"] = count
		labels["gpu-name"] = gpuLabel(r["gpu"])
		labels["gpu-count"] = count
		labels["gpu-manufacturer"] = "nvidia"
	}
	if numbers["efa_count"] > 0 {
		resources["vpc.amazonaws.com/efa"] = strconv.Itoa(int(numbers["efa_count"]))
	}

	t := &instanceType{Name: name, Architecture: "amd64", OperatingSystems: []string{"linux"}}
	quantities, err := quantities(resources)
	if err != nil {
		return nil, err
	}
	t.Resources = quantities
	for _, zone := range zones {
		t.Offerings = append(t.Offerings,
			newOffering(labels, v1.CapacityTypeOnDemand, zone, price),
			newOffering(labels, v1.CapacityTypeSpot, zone, spotPrice))
	}
	return t, nil
}

func quantities(amounts map[corev1.ResourceName]string) (corev1.ResourceList, error) {
	// Through JSON, so that the numbers are written as Kubernetes writes them.
	text, err := json.Marshal(amounts)
	if err != nil {
		return nil, err
	}
	list := corev1.ResourceList{}
	return list, json.Unmarshal(text, &list)
}

func newOffering(labels map[string]string, capacityType, zone string, price float64) machineOffering {
	o := machineOffering{Price: price, Available: true, Requirements: []corev1.NodeSelectorRequirement{
		{Key: v1.CapacityTypeLabelKey, Operator: corev1.NodeSelectorOpIn, Values: []string{capacityType}},
		{Key: corev1.LabelTopologyZone, Operator: corev1.NodeSelectorOpIn, Values: []string{zonePrefix + zone}},
	}}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		o.Requirements = append(o.Requirements, corev1.NodeSelectorRequirement{
			Key: awsLabel + name, Operator: corev1.NodeSelectorOpIn, Values: []string{labels[name]},
		})
	}
	return o
}

var gpuMemory = regexp.MustCompile(`(?i)-\d+gb$`)

// gpuLabel is how AWS writes a GPU's name.
func gpuLabel(gpu string) string {
	if gpu == "RTX-PRO-6000" {
		return "rtx-pro-server-6000"
	}
	return strings.ToLower(gpuMemory.ReplaceAllString(gpu, ""))
}

var machineName = regexp.MustCompile(`^(([a-z]+)(\d+)[^.]*)\.(.+)$`)

// nameLabels are the labels that follow from a name such as g6e.12xlarge.
func nameLabels(name string) map[string]string {
	labels := map[string]string{}
	if parts := machineName.FindStringSubmatch(name); parts != nil {
		labels["family"], labels["category"], labels["generation"], labels["size"] = parts[1], parts[2], parts[3], parts[4]
	}
	return labels
}

// describe gives each instance type the labels that its offerings have in common. The kwok provider leaves them on the
// offerings, where a type that lacks a label counts as one that may have any value: a pool of L4 nodes would get CPU
// nodes. A real provider says of each label that it knows whether a type has it.
func describe(types []*cloudprovider.InstanceType) []*cloudprovider.InstanceType {
	known := map[string]bool{}
	for _, t := range types {
		for _, o := range t.Offerings {
			for key := range o.Requirements {
				if strings.HasPrefix(key, awsLabel) {
					known[key] = true
				}
			}
		}
	}
	for _, t := range types {
		for key := range known {
			if t.Offerings[0].Requirements.Has(key) {
				t.Requirements.Add(t.Offerings[0].Requirements.Get(key))
			} else {
				t.Requirements.Add(scheduling.NewRequirement(key, corev1.NodeSelectorOpDoesNotExist))
			}
		}
	}
	return types
}

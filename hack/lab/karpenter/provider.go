package main

import (
	"context"
	"errors"
	"path"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/samber/lo"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"sigs.k8s.io/karpenter/kwok/apis/v1alpha1"
	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// Annotations of a KWOKNodeClass, read at every launch; hack/lab/README.md describes them for users.
const (
	// Text of the error of a launch for which no offering is left.
	insufficientCapacity = "lab.rayllm.dev/insufficient-capacity"
	// Which offerings are exhausted: patterns TYPE[:CAPACITY-TYPE[:ZONE]], separated by commas; default all.
	insufficientCapacityFor = "lab.rayllm.dev/insufficient-capacity-for"
	// How long an exhausted offering counts as unavailable after a launch that wanted it.
	unavailableFor = "lab.rayllm.dev/unavailable-for"
	// "REASON: message" of another launch error.
	createError = "lab.rayllm.dev/create-error"
	// Resources that nodes come without, separated by commas: a device plugin that does not run.
	missingResources = "lab.rayllm.dev/missing-resources"
	// Reason why all nodes of the class have drifted.
	drifted = "lab.rayllm.dev/drifted"
)

// provider is the kwok provider with the faults that clouds have.
type provider struct {
	*kwok.CloudProvider
	kubeClient    client.Client
	instanceTypes map[string]*cloudprovider.InstanceType

	mutex       sync.Mutex
	unavailable map[string]time.Time // by node class and offering
}

func newProvider(ctx context.Context, kubeClient client.Client, types []*cloudprovider.InstanceType) *provider {
	byName := lo.SliceToMap(types, func(t *cloudprovider.InstanceType) (string, *cloudprovider.InstanceType) {
		return t.Name, t
	})
	return &provider{
		CloudProvider: kwok.NewCloudProvider(ctx, &wholeMachines{kubeClient, byName}, types),
		kubeClient:    kubeClient,
		instanceTypes: byName,
		unavailable:   map[string]time.Time{},
	}
}

// wholeMachines is the client through which the kwok provider creates its nodes. That provider gives a node only the
// resources that pods ask for, and counts them against limits; a real one gives it all that the machine has.
type wholeMachines struct {
	client.Client
	instanceTypes map[string]*cloudprovider.InstanceType
}

func (w *wholeMachines) Create(ctx context.Context, object client.Object, opts ...client.CreateOption) error {
	if node, ok := object.(*corev1.Node); ok {
		// The kwok provider creates the node some seconds after the launch, come what may. A machine that was ended
		// meanwhile would join the cluster then, and stay for ever.
		claim := &v1.NodeClaim{}
		if err := w.Get(ctx, types.NamespacedName{Name: node.Labels[corev1.LabelHostname]}, claim); err != nil {
			return client.IgnoreNotFound(err)
		}
		if instanceType := w.instanceTypes[node.Labels[corev1.LabelInstanceTypeStable]]; instanceType != nil {
			node.Status.Capacity = instanceType.Capacity.DeepCopy()
			node.Status.Allocatable = instanceType.Allocatable().DeepCopy()
		}
		class := &v1alpha1.KWOKNodeClass{}
		if err := w.Get(ctx, types.NamespacedName{Name: node.Labels[nodeClassLabel]}, class); err != nil {
			return err
		}
		for _, resource := range list(class.Annotations[missingResources]) {
			delete(node.Status.Capacity, corev1.ResourceName(resource))
			delete(node.Status.Allocatable, corev1.ResourceName(resource))
		}
	}
	return w.Client.Create(ctx, object, opts...)
}

// nodeClassLabel is the label with which Karpenter marks all that is made from a node class.
const nodeClassLabel = "karpenter.kwok.sh/kwoknodeclass"

// offering is one way to launch a machine.
type offering struct {
	instanceType, capacityType, zone string
	price                            float64
}

func (o offering) String() string { return o.instanceType + ":" + o.capacityType + ":" + o.zone }

// matches tells whether a pattern TYPE[:CAPACITY-TYPE[:ZONE]] with shell wildcards means the offering.
func (o offering) matches(pattern string) bool {
	values := []string{o.instanceType, o.capacityType, o.zone}
	for i, part := range strings.Split(pattern, ":") {
		if i >= len(values) {
			return false
		}
		if ok, err := path.Match(strings.TrimSpace(part), values[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// Create launches the cheapest offering that is not exhausted.
func (p *provider) Create(ctx context.Context, nodeClaim *v1.NodeClaim) (*v1.NodeClaim, error) {
	class := &v1alpha1.KWOKNodeClass{}
	if p.kubeClient.Get(ctx, types.NamespacedName{Name: nodeClaim.Spec.NodeClassRef.Name}, class) != nil {
		// The kwok provider knows what to say about it.
		return p.CloudProvider.Create(ctx, nodeClaim)
	}
	if text, ok := class.Annotations[createError]; ok {
		reason, message, found := strings.Cut(text, ":")
		if !found {
			reason, message = "LaunchFailed", text
		}
		message = strings.TrimSpace(message)
		return nil, cloudprovider.NewCreateError(errors.New(message), strings.TrimSpace(reason), message)
	}

	wanted := p.offeringsFor(nodeClaim)
	left := lo.Reject(wanted, func(o offering, _ int) bool { return exhausted(class, o) })
	p.rememberExhausted(class, wanted)
	if len(left) == 0 {
		text := class.Annotations[insufficientCapacity]
		if text == "" {
			text = "no offering is compatible with the requirements"
		}
		return nil, cloudprovider.NewInsufficientCapacityError(errors.New(text))
	}

	// The kwok provider chooses among what the claim allows: allow just this one.
	pinned := nodeClaim.DeepCopy()
	pinned.Spec.Requirements = pin(pinned.Spec.Requirements, map[string]string{
		corev1.LabelInstanceTypeStable: left[0].instanceType,
		v1.CapacityTypeLabelKey:        left[0].capacityType,
		corev1.LabelTopologyZone:       left[0].zone,
	})
	created, err := p.CloudProvider.Create(ctx, pinned)
	if err != nil {
		return nil, err
	}
	instanceType := p.instanceTypes[left[0].instanceType]
	created.Status.Capacity = instanceType.Capacity.DeepCopy()
	created.Status.Allocatable = instanceType.Allocatable().DeepCopy()
	return created, nil
}

// offeringsFor returns the offerings that a claim allows, the cheapest first.
func (p *provider) offeringsFor(nodeClaim *v1.NodeClaim) []offering {
	requirements := scheduling.NewNodeSelectorRequirementsWithMinValues(nodeClaim.Spec.Requirements...)
	var found []offering
	for _, name := range requirements.Get(corev1.LabelInstanceTypeStable).Values() {
		instanceType := p.instanceTypes[name]
		if instanceType == nil {
			continue
		}
		for _, o := range instanceType.Offerings.Available().Compatible(requirements) {
			found = append(found, describeOffering(name, o))
		}
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].price != found[j].price {
			return found[i].price < found[j].price
		}
		return found[i].String() < found[j].String()
	})
	return found
}

func describeOffering(instanceType string, o *cloudprovider.Offering) offering {
	return offering{
		instanceType: instanceType,
		capacityType: o.Requirements.Get(v1.CapacityTypeLabelKey).Any(),
		zone:         o.Requirements.Get(corev1.LabelTopologyZone).Any(),
		price:        o.Price,
	}
}

func exhausted(class *v1alpha1.KWOKNodeClass, o offering) bool {
	patterns := list(class.Annotations[insufficientCapacityFor])
	if len(patterns) == 0 {
		_, all := class.Annotations[insufficientCapacity]
		return all
	}
	return lo.SomeBy(patterns, o.matches)
}

// pin replaces the requirements on some keys by one value each.
func pin(requirements []v1.NodeSelectorRequirementWithMinValues, values map[string]string) []v1.NodeSelectorRequirementWithMinValues {
	kept := lo.Reject(requirements, func(r v1.NodeSelectorRequirementWithMinValues, _ int) bool {
		_, replaced := values[r.Key]
		return replaced
	})
	for key, value := range values {
		kept = append(kept, v1.NodeSelectorRequirementWithMinValues{
			Key: key, Operator: corev1.NodeSelectorOpIn, Values: []string{value},
		})
	}
	return kept
}

// rememberExhausted does what the AWS provider does for three minutes: an offering that failed is not planned with.
func (p *provider) rememberExhausted(class *v1alpha1.KWOKNodeClass, wanted []offering) {
	duration, err := time.ParseDuration(class.Annotations[unavailableFor])
	if err != nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, o := range wanted {
		if exhausted(class, o) {
			p.unavailable[class.Name+"/"+o.String()] = time.Now().Add(duration)
		}
	}
}

// GetInstanceTypes marks what is remembered as exhausted.
func (p *provider) GetInstanceTypes(ctx context.Context, nodePool *v1.NodePool) ([]*cloudprovider.InstanceType, error) {
	all, err := p.CloudProvider.GetInstanceTypes(ctx, nodePool)
	if err != nil || nodePool == nil || nodePool.Spec.Template.Spec.NodeClassRef == nil {
		return all, err
	}
	class := nodePool.Spec.Template.Spec.NodeClassRef.Name
	return lo.Map(all, func(t *cloudprovider.InstanceType, _ int) *cloudprovider.InstanceType {
		gone := lo.Filter(lo.Range(len(t.Offerings)), func(i, _ int) bool {
			return p.isUnavailable(class, describeOffering(t.Name, t.Offerings[i]))
		})
		if len(gone) == 0 {
			return t
		}
		changed := &cloudprovider.InstanceType{}
		t.DeepCopyInto(changed)
		for _, i := range gone {
			changed.Offerings[i].Available = false
		}
		return changed
	}), nil
}

func (p *provider) isUnavailable(class string, o offering) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	key := class + "/" + o.String()
	until, found := p.unavailable[key]
	if found && time.Now().After(until) {
		delete(p.unavailable, key)
		return false
	}
	return found
}

// IsDrifted says what the annotation of the node class says, as when an administrator changes the machine image.
func (p *provider) IsDrifted(ctx context.Context, nodeClaim *v1.NodeClaim) (cloudprovider.DriftReason, error) {
	class := &v1alpha1.KWOKNodeClass{}
	if err := p.kubeClient.Get(ctx, types.NamespacedName{Name: nodeClaim.Spec.NodeClassRef.Name}, class); err != nil {
		return "", client.IgnoreNotFound(err)
	}
	return cloudprovider.DriftReason(class.Annotations[drifted]), nil
}

// list splits at commas and leaves out what is empty.
func list(text string) []string {
	return lo.Compact(lo.Map(strings.Split(text, ","), func(s string, _ int) string { return strings.TrimSpace(s) }))
}

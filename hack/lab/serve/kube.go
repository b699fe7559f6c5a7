package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const clusterLabel = "ray.io/cluster"

// kube is as much of a Kubernetes client as is needed here.
type kube struct {
	server, token string
	client        *http.Client
}

func newKube(server, caFile, tokenFile string) (*kube, error) {
	ca, err := os.ReadFile(caFile)
	if err != nil {
		return nil, err
	}
	token, err := os.ReadFile(tokenFile)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(ca) {
		return nil, fmt.Errorf("no certificate in %s", caFile)
	}
	return &kube{
		server: server,
		token:  strings.TrimSpace(string(token)),
		client: &http.Client{
			Timeout:   10 * time.Second,
			Transport: &http.Transport{Proxy: nil, TLSClientConfig: &tls.Config{RootCAs: pool}},
		},
	}, nil
}

func (k *kube) call(method, path, contentType string, body []byte, answer any) error {
	request, err := http.NewRequest(method, k.server+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+k.token)
	request.Header.Set("User-Agent", "lab-serve")
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := k.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

type meta struct {
	Namespace         string
	Name              string
	UID               string
	Labels            map[string]string
	CreationTimestamp time.Time
	DeletionTimestamp *time.Time
}

type service struct {
	Metadata meta
	Spec     struct{ Selector map[string]string }
}

type pod struct {
	Metadata meta
	Spec     struct {
		Containers []struct {
			Resources struct{ Limits map[string]string }
		}
	}
	Status struct {
		PodIP      string
		Phase      string
		Conditions []struct{ Type, Status string }
	}
}

func (p *pod) ready() bool {
	for _, c := range p.Status.Conditions {
		if c.Type == "Ready" {
			return c.Status == "True"
		}
	}
	return false
}

func (p *pod) isHead() bool { return p.Metadata.Labels["ray.io/node-type"] == "head" }

type rayCluster struct {
	Metadata meta
	Spec     struct {
		EnableInTreeAutoscaling  *bool
		GcsFaultToleranceOptions map[string]any
		WorkerGroupSpecs         []workerGroup
	}
}

type workerGroup struct {
	GroupName   string
	Replicas    *int
	MinReplicas *int
	MaxReplicas *int
	Template    struct {
		Spec struct {
			Containers []struct {
				Resources struct{ Limits map[string]any }
			}
		}
	}
}

// snapshot is what the cluster looked like a moment ago. Requests are answered from it: asking the API server in
// between would make a slow answer look like a broken Ray.
type snapshot struct {
	services map[string]*service    // by namespace/name
	pods     map[string]*pod        // by IP
	clusters map[string]*rayCluster // by namespace/name
	members  map[string][]*pod      // pods of a cluster, by namespace/name
}

func (k *kube) look() (*snapshot, error) {
	var services struct{ Items []*service }
	if err := k.call("GET", "/api/v1/services", "", nil, &services); err != nil {
		return nil, err
	}
	var pods struct{ Items []*pod }
	if err := k.call("GET", "/api/v1/pods?labelSelector="+url.QueryEscape(clusterLabel), "", nil, &pods); err != nil {
		return nil, err
	}
	var clusters struct{ Items []*rayCluster }
	if err := k.call("GET", "/apis/ray.io/v1/rayclusters", "", nil, &clusters); err != nil {
		return nil, err
	}
	s := &snapshot{map[string]*service{}, map[string]*pod{}, map[string]*rayCluster{}, map[string][]*pod{}}
	for _, svc := range services.Items {
		s.services[svc.Metadata.Namespace+"/"+svc.Metadata.Name] = svc
	}
	for _, p := range pods.Items {
		if p.Status.PodIP != "" && p.Status.Phase == "Running" {
			s.pods[p.Status.PodIP] = p
		}
		key := p.Metadata.Namespace + "/" + p.Metadata.Labels[clusterLabel]
		s.members[key] = append(s.members[key], p)
	}
	for _, c := range clusters.Items {
		s.clusters[c.Metadata.Namespace+"/"+c.Metadata.Name] = c
	}
	return s, nil
}

// readyWorkers counts the workers of a cluster that could run replicas.
func (s *snapshot) readyWorkers(key string) int {
	count := 0
	for _, p := range s.members[key] {
		if !p.isHead() && p.ready() && p.Metadata.DeletionTimestamp == nil {
			count++
		}
	}
	return count
}

// head is the running head of a cluster, or nil.
func (s *snapshot) head(key string) *pod {
	for _, p := range s.members[key] {
		if p.isHead() && p.ready() && p.Metadata.DeletionTimestamp == nil {
			return p
		}
	}
	return nil
}

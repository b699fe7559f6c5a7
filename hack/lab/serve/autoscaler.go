package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"slices"
	"strconv"
	"strings"
)

// load is how many requests callers have in flight at a RayService. While there is one, the autoscalers of Serve and
// Ray are played: the serving cluster gets as many workers as the replicas for that load need. They act at once,
// without the real ones' delays.
type load struct {
	Namespace string  `json:"namespace"`
	Service   string  `json:"service"`
	Requests  float64 `json:"requests"`
}

// scaling is a change of one worker group, as Ray's autoscaler writes it.
type scaling struct {
	key      string // namespace/cluster
	path     string
	replicas int
	doomed   []string
}

// wantedWorkers is the number of workers for a load, and the index of the worker group that has them; -1 for none.
func (s *serve) wantedWorkers(h *host) (int, int) {
	l, found := s.loads[h.namespace+"/"+h.service]
	cluster := s.now.clusters[h.key()]
	if !found || cluster == nil || cluster.Spec.EnableInTreeAutoscaling == nil || !*cluster.Spec.EnableInTreeAutoscaling {
		return 0, -1
	}
	serving := s.now.services[h.namespace+"/"+h.service+"-serve-svc"]
	if serving == nil || serving.Spec.Selector[clusterLabel] != h.cluster {
		return 0, -1
	}
	index := slices.IndexFunc(cluster.Spec.WorkerGroupSpecs, func(g workerGroup) bool { return g.gpus() > 0 })
	if index < 0 {
		return 0, -1
	}
	workers := 0
	for _, a := range h.apps {
		if !a.hasRun {
			return 0, -1
		}
		for _, llm := range a.config.Args.LLMConfigs {
			gpus := max(llm.EngineKwargs.TensorParallelSize, 1) * max(llm.EngineKwargs.PipelineParallelSize, 1)
			each := int(math.Ceil(float64(gpus) / float64(cluster.Spec.WorkerGroupSpecs[index].gpus())))
			workers += llm.replicas(l.Requests) * each
		}
	}
	group := cluster.Spec.WorkerGroupSpecs[index]
	if group.MinReplicas != nil {
		workers = max(workers, *group.MinReplicas)
	}
	if group.MaxReplicas != nil {
		workers = min(workers, *group.MaxReplicas)
	}
	return workers, index
}

// replicas is what Serve's autoscaling policy comes to.
func (c llmConfig) replicas(requests float64) int {
	scale := c.DeploymentConfig.AutoscalingConfig
	if scale == nil {
		return 1
	}
	if scale.TargetOngoingRequests == nil || *scale.TargetOngoingRequests <= 0 {
		return max(scale.MinReplicas, 1)
	}
	return min(max(int(math.Ceil(requests / *scale.TargetOngoingRequests)), scale.MinReplicas), max(scale.MaxReplicas, 1))
}

func (g workerGroup) gpus() int {
	for _, container := range g.Template.Spec.Containers {
		if count, err := strconv.Atoi(fmt.Sprint(container.Resources.Limits["nvidia.com/gpu"])); err == nil {
			return count
		}
	}
	return 0
}

func (s *serve) isUpscaling(h *host, ready int) bool {
	wanted, index := s.wantedWorkers(h)
	return index >= 0 && ready < wanted
}

// autoscale returns what is to be changed now.
func (s *serve) autoscale() []scaling {
	var changes []scaling
	for key, h := range s.hosts {
		wanted, index := s.wantedWorkers(h)
		if index < 0 {
			continue
		}
		group := s.now.clusters[key].Spec.WorkerGroupSpecs[index]
		if group.Replicas != nil && *group.Replicas == wanted {
			continue
		}
		change := scaling{key: key, path: fmt.Sprintf("/spec/workerGroupSpecs/%d", index), replicas: wanted}
		// Lowering the number alone removes nobody: the autoscaler names the workers that go.
		workers := s.workersOf(key, group.GroupName)
		for len(workers) > wanted {
			change.doomed = append(change.doomed, workers[len(workers)-1].Metadata.Name)
			workers = workers[:len(workers)-1]
		}
		changes = append(changes, change)
	}
	return changes
}

// workersOf are the workers of a group that stay, the oldest first.
func (s *serve) workersOf(key, group string) []*pod {
	var workers []*pod
	for _, p := range s.now.members[key] {
		if p.Metadata.Labels["ray.io/group"] == group && !p.isHead() && p.Metadata.DeletionTimestamp == nil {
			workers = append(workers, p)
		}
	}
	slices.SortFunc(workers, func(a, b *pod) int { return a.Metadata.CreationTimestamp.Compare(b.Metadata.CreationTimestamp) })
	return workers
}

func (c scaling) apply(k *kube) {
	doomed := c.doomed
	if doomed == nil {
		doomed = []string{}
	}
	type operation struct {
		Op    string `json:"op"`
		Path  string `json:"path"`
		Value any    `json:"value"`
	}
	body, err := json.Marshal([]operation{
		{"add", c.path + "/replicas", c.replicas},
		{"add", c.path + "/scaleStrategy", map[string]any{"workersToDelete": doomed}},
	})
	if err != nil {
		log.Print(err)
		return
	}
	namespace, cluster, _ := strings.Cut(c.key, "/")
	err = k.call("PATCH", "/apis/ray.io/v1/namespaces/"+namespace+"/rayclusters/"+cluster, "application/json-patch+json", body, nil)
	if err != nil {
		log.Print(err)
		return
	}
	log.Printf("%s: autoscaled to %d workers, removing %v", c.key, c.replicas, doomed)
}

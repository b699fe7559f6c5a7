package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// How an application starts when no rule says otherwise.
const (
	defaultBuildTime    = time.Second
	defaultRunningAfter = 3 * time.Second
	// Real Serve starts to complain about missing resources after this time.
	patience = 30 * time.Second
)

// Statuses of applications and deployments, as Ray Serve writes them.
const (
	deploying    = "DEPLOYING"
	running      = "RUNNING"
	deployFailed = "DEPLOY_FAILED"
	unhealthy    = "UNHEALTHY"
	updating     = "UPDATING"
	upscaling    = "UPSCALING"
	healthy      = "HEALTHY"
)

// serve is the state of all Ray clusters.
type serve struct {
	kube *kube

	mutex  sync.Mutex
	now    *snapshot
	hosts  map[string]*host // by namespace/cluster
	rules  []*rule
	lastID int
	loads  map[string]load // by namespace/RayService
}

// host is what one head knows.
type host struct {
	namespace, cluster string
	service            string // RayService it belongs to, once known
	firstSeen          time.Time
	headUID            string
	config             json.RawMessage
	puts               int
	apps               map[string]*app
}

func (h *host) key() string { return h.namespace + "/" + h.cluster }

// app is one application on one head.
type app struct {
	config     appConfig
	text       string // its configuration in a canonical form
	code       string // the part of it whose change builds the application anew
	deployedAt time.Time
	updatedAt  time.Time // when only options of its deployments were changed
	enough     time.Time // since when there are enough workers; zero when there are not
	hasRun     bool
	failed     *effect // not undone until the next deployment, as in Serve
	status     string  // as last reported, for the log
}

// appConfig is the part of an application's configuration that matters here.
type appConfig struct {
	Name        string
	RoutePrefix string `json:"route_prefix"`
	ImportPath  string `json:"import_path"`
	Args        struct {
		LLMConfigs []llmConfig `json:"llm_configs"`
	}
	Deployments []struct{ Name string }
}

type llmConfig struct {
	ModelLoadingConfig struct {
		ModelID string `json:"model_id"`
	} `json:"model_loading_config"`
	EngineKwargs struct {
		TensorParallelSize   int `json:"tensor_parallel_size"`
		PipelineParallelSize int `json:"pipeline_parallel_size"`
	} `json:"engine_kwargs"`
	DeploymentConfig struct {
		Name              string
		AutoscalingConfig *struct {
			MinReplicas           int      `json:"min_replicas"`
			MaxReplicas           int      `json:"max_replicas"`
			TargetOngoingRequests *float64 `json:"target_ongoing_requests"`
		} `json:"autoscaling_config"`
	} `json:"deployment_config"`
}

// deploymentName is the name that ray.serve.llm gives the deployment of a model.
func (c llmConfig) deploymentName() string {
	name := c.DeploymentConfig.Name
	if name == "" {
		name = strings.NewReplacer("/", "--", ".", "_").Replace(c.ModelLoadingConfig.ModelID)
	}
	return "LLMServer:" + name
}

// mayBeIdle tells whether the application runs without any worker.
func (c appConfig) mayBeIdle() bool {
	return len(c.Args.LLMConfigs) > 0 && !slices.ContainsFunc(c.Args.LLMConfigs, func(l llmConfig) bool {
		return l.DeploymentConfig.AutoscalingConfig == nil || l.DeploymentConfig.AutoscalingConfig.MinReplicas > 0
	})
}

func newServe(k *kube) *serve {
	return &serve{kube: k, now: &snapshot{}, hosts: map[string]*host{}, loads: map[string]load{}}
}

// watch keeps the snapshot fresh and lets time pass for the applications.
func (s *serve) watch(period time.Duration) {
	trouble := ""
	for ; ; time.Sleep(period) {
		if err := s.look(); err != nil {
			if err.Error() != trouble {
				trouble = err.Error()
				log.Print(trouble)
			}
			continue
		}
		trouble = ""
		s.mutex.Lock()
		for key, h := range s.hosts {
			s.follow(key, h)
		}
		changes := s.autoscale()
		s.mutex.Unlock()
		for _, change := range changes {
			change.apply(s.kube)
		}
	}
}

// look refreshes the snapshot.
func (s *serve) look() error {
	latest, err := s.kube.look()
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.now = latest
	return nil
}

// follow brings what a head knows in line with its pods.
func (s *serve) follow(key string, h *host) {
	cluster := s.now.clusters[key]
	if cluster == nil {
		if time.Since(h.firstSeen) > 10*time.Second {
			delete(s.hosts, key)
		}
		return
	}
	h.service = cluster.Metadata.Labels["ray.io/originated-from-cr-name"]
	if head := s.now.head(key); head != nil && head.Metadata.UID != h.headUID {
		if h.headUID != "" && cluster.Spec.GcsFaultToleranceOptions == nil {
			log.Printf("%s: new head, its applications are lost", key)
			h.config, h.apps = nil, map[string]*app{}
		}
		h.headUID = head.Metadata.UID
	}
	for _, a := range h.apps {
		s.observe(h, a)
	}
}

// hostOf finds the head behind the name of a Service.
func (s *serve) hostOf(name string) (*host, error) {
	parts := strings.SplitN(name, ".", 3)
	if len(parts) < 2 {
		return nil, fmt.Errorf("no such host: %s", name)
	}
	service, namespace := parts[0], parts[1]
	s.mutex.Lock()
	defer s.mutex.Unlock()
	cluster := ""
	if svc := s.now.services[namespace+"/"+service]; svc != nil {
		cluster = svc.Spec.Selector[clusterLabel]
	} else if prefix, isHead := strings.CutSuffix(service, "-head-svc"); isHead {
		// Perhaps newer than the snapshot.
		cluster = prefix
	}
	if cluster == "" {
		return nil, fmt.Errorf("no such host: %s", name)
	}
	return s.host(namespace, cluster), nil
}

// hostOfPod finds the head of the cluster of a pod; nil when nobody has the address.
func (s *serve) hostOfPod(ip string) *host {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p := s.now.pods[ip]
	if p == nil {
		return nil
	}
	return s.host(p.Metadata.Namespace, p.Metadata.Labels[clusterLabel])
}

func (s *serve) host(namespace, cluster string) *host {
	key := namespace + "/" + cluster
	h := s.hosts[key]
	if h == nil {
		h = &host{namespace: namespace, cluster: cluster, firstSeen: time.Now(), apps: map[string]*app{}}
		s.hosts[key] = h
		s.follow(key, h)
	}
	return h
}

// started tells whether Serve, and with it its HTTP proxies, runs: from the first deployment on.
func (s *serve) started(h *host) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return h.config != nil
}

func (s *serve) forget(h *host) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	h.config, h.apps = nil, map[string]*app{}
}

// deploy takes a configuration, as PUT does.
func (s *serve) deploy(h *host, body []byte) error {
	var config struct{ Applications []json.RawMessage }
	if err := json.Unmarshal(body, &config); err != nil {
		return err
	}
	if config.Applications == nil {
		return errors.New("applications: field required")
	}
	apps := map[string]*app{}
	for _, text := range config.Applications {
		a := &app{deployedAt: time.Now()}
		if err := json.Unmarshal(text, &a.config); err != nil {
			return err
		}
		if a.config.ImportPath == "" {
			return errors.New("import_path: field required")
		}
		if a.config.Name == "" {
			a.config.Name = "default"
		}
		var tree any
		err := json.Unmarshal(text, &tree)
		if err != nil {
			return err
		}
		if a.text, err = canonical(tree); err != nil {
			return err
		}
		// Options of deployments, such as bounds and targets, are taken while replicas go on.
		if options, isObject := tree.(map[string]any); isObject {
			delete(options, "deployments")
		}
		if a.code, err = canonical(tree); err != nil {
			return err
		}
		apps[a.config.Name] = a
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for name, a := range apps {
		if old := h.apps[name]; old != nil && old.code == a.code && old.failed == nil {
			if old.text != a.text {
				old.updatedAt = time.Now()
			}
			old.config, old.text = a.config, a.text
			apps[name] = old
		}
	}
	h.config, h.apps = slices.Clone(body), apps
	h.puts++
	log.Printf("%s: deployment %d: %s", h.key(), h.puts, strings.Join(slices.Sorted(maps.Keys(apps)), ", "))
	return nil
}

// canonical writes JSON without blanks and with sorted keys.
func canonical(tree any) (string, error) {
	text, err := json.Marshal(tree)
	return string(text), err
}

// details is what GET answers.
func (s *serve) details(h *host) any {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	applications := map[string]any{}
	for name, a := range h.apps {
		report := s.observe(h, a)
		deployments := map[string]any{}
		for d, state := range report.Deployments {
			deployments[d] = map[string]any{"name": d, "status": state.Status, "message": state.Message}
		}
		applications[name] = map[string]any{
			"name": name, "route_prefix": a.config.RoutePrefix, "status": report.Status, "message": report.Message,
			"last_deployed_time_s": a.deployedAt.Unix(), "deployed_app_config": json.RawMessage(a.text),
			"source": "declarative", "deployments": deployments,
		}
	}
	return map[string]any{"deploy_mode": "MULTI_APP", "proxy_location": "EveryNode", "applications": applications}
}

// observe lets an application go on and says how it is.
func (s *serve) observe(h *host, a *app) effect {
	e := s.effect(h, a)
	report := a.failedOr(e)
	if report.Status == "" {
		report = s.natural(h, a, e)
	}
	if report.Status == deployFailed && a.failed == nil {
		a.failed = &effect{Status: report.Status, Message: report.Message, Deployments: report.Deployments}
	}
	a.hasRun = a.hasRun || report.Status == running
	if report.Status != a.status {
		log.Printf("%s: %s is %s %s", h.key(), a.config.Name, report.Status, report.Message)
		a.status = report.Status
	}
	return report
}

// failedOr is what a failed application goes on to report, or what a rule makes it report.
func (a *app) failedOr(e effect) effect {
	if a.failed != nil {
		return *a.failed
	}
	if time.Since(a.deployedAt) < time.Duration(e.After) {
		return effect{}
	}
	forced := effect{Status: e.Status, Message: e.Message, Deployments: map[string]state{}}
	for pattern, state := range e.Deployments {
		for _, name := range a.deploymentNames() {
			if matches(pattern, name) {
				forced.Deployments[name] = state
			}
		}
	}
	return forced
}

// natural is how an application fares that nobody tampers with.
func (s *serve) natural(h *host, a *app, e effect) effect {
	now := time.Now()
	buildTime, runningAfter := defaultBuildTime, defaultRunningAfter
	if e.BuildTime != nil {
		buildTime = time.Duration(*e.BuildTime)
	}
	if e.RunningAfter != nil {
		runningAfter = time.Duration(*e.RunningAfter)
	}
	if now.Sub(a.deployedAt) < buildTime {
		return effect{Status: deploying, Deployments: map[string]state{}}
	}

	ready, needed := s.now.readyWorkers(h.key()), s.neededWorkers(h, a)
	if ready < needed {
		a.enough = time.Time{}
		lacking := state{Status: updating}
		if now.Sub(a.deployedAt) > patience {
			lacking.Message = fmt.Sprintf("Deployment '%s' in application '%s' has 1 replicas that have taken more than "+
				"%ds to be scheduled: %d of %d workers are there.", nameHere, a.config.Name, int(patience.Seconds()), ready, needed)
		}
		if a.hasRun {
			lacking = state{unhealthy, fmt.Sprintf("A replica's node is gone: %d of %d workers are there.", ready, needed)}
			return effect{Status: unhealthy, Message: "Some deployments are unhealthy.", Deployments: a.deployments(lacking)}
		}
		return effect{Status: deploying, Deployments: a.deployments(lacking)}
	}
	if a.enough.IsZero() {
		a.enough = now
	}
	if now.Sub(a.enough) < runningAfter && !a.hasRun || now.Sub(a.updatedAt) < buildTime {
		return effect{Status: deploying, Deployments: a.deployments(state{Status: updating})}
	}
	if s.isUpscaling(h, ready) {
		return effect{Status: running, Deployments: a.deployments(state{Status: upscaling})}
	}
	return effect{Status: running, Deployments: a.deployments(state{Status: healthy})}
}

// deployments gives the models' deployments a state; the ingress needs no GPU and is always healthy.
func (a *app) deployments(models state) map[string]state {
	all := map[string]state{}
	for _, name := range a.deploymentNames() {
		all[name] = state{models.Status, strings.ReplaceAll(models.Message, nameHere, name)}
		if name == ingress {
			all[name] = state{Status: healthy}
		}
	}
	return all
}

const ingress = "OpenAiIngress"

// nameHere stands for the name of the deployment in a message for all of them.
const nameHere = "{deployment}"

func (a *app) deploymentNames() []string {
	var names []string
	for _, llm := range a.config.Args.LLMConfigs {
		names = append(names, llm.deploymentName())
	}
	if len(names) > 0 {
		return append(names, ingress)
	}
	for _, d := range a.config.Deployments {
		names = append(names, d.Name)
	}
	return names
}

// neededWorkers is how many workers must be ready before the application runs: as many as the groups are to have at
// least, and one unless all models may scale to zero.
func (s *serve) neededWorkers(h *host, a *app) int {
	if a.config.mayBeIdle() {
		return 0
	}
	needed := 0
	if cluster := s.now.clusters[h.key()]; cluster != nil {
		for _, group := range cluster.Spec.WorkerGroupSpecs {
			if group.MinReplicas != nil {
				needed += *group.MinReplicas
			}
		}
	}
	return max(needed, 1)
}

// runningModels are the ids of the models that would answer.
func (s *serve) runningModels(h *host) []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var ids []string
	for _, a := range h.apps {
		if s.observe(h, a).Status == running {
			for _, llm := range a.config.Args.LLMConfigs {
				ids = append(ids, llm.ModelLoadingConfig.ModelID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

package main

import (
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule changes how some hosts or applications behave. Of rules that contradict each other the last one counts.
type rule struct {
	ID     int    `json:"id"`
	Match  match  `json:"match"`
	Effect effect `json:"effect"`
	since  time.Time
}

// match says what a rule is for. Empty fields match anything; names may hold the wildcards * and ?.
type match struct {
	Namespace string `json:"namespace,omitempty"`
	Service   string `json:"service,omitempty"` // name of the RayService
	Cluster   string `json:"cluster,omitempty"` // name of the RayCluster
	App       string `json:"app,omitempty"`
	// Text in the application's configuration, written as JSON without blanks and with sorted keys.
	ConfigContains string `json:"configContains,omitempty"`
	// Only clusters that are first heard of after the rule was made.
	NewOnly bool `json:"newOnly,omitempty"`
}

// effect is what a rule does; what is not set stays as it is.
type effect struct {
	// What an application reports, from After its deployment on. DEPLOY_FAILED stays after the rule is gone, until the
	// next deployment.
	Status      string           `json:"status,omitempty"`
	Message     string           `json:"message,omitempty"`
	Deployments map[string]state `json:"deployments,omitempty"`
	After       duration         `json:"after,omitempty"`
	// How long an application takes: until its deployments appear, and from enough workers to RUNNING.
	BuildTime    *duration `json:"buildTime,omitempty"`
	RunningAfter *duration `json:"runningAfter,omitempty"`
	// The dashboard answers with this HTTP code and Message, and only after Delay (KubeRay waits for two seconds).
	Code  int      `json:"code,omitempty"`
	Delay duration `json:"delay,omitempty"`
	// The same for the health check of the Serve proxies.
	Health      int      `json:"health,omitempty"`
	HealthDelay duration `json:"healthDelay,omitempty"`
	// Addresses of a real Ray to pass requests on to: those for the dashboard, and those for the model.
	Dashboard string `json:"dashboard,omitempty"`
	Model     string `json:"model,omitempty"`
}

// state is a deployment's.
type state struct {
	Status  string `json:"status"`
	Message string `json:"message,omitempty"`
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return pattern == "" || err == nil && ok
}

// applies: a is nil when the question is about the host as a whole.
func (r *rule) applies(h *host, a *app) bool {
	m := r.Match
	if !matches(m.Namespace, h.namespace) || !matches(m.Service, h.service) || !matches(m.Cluster, h.cluster) {
		return false
	}
	if m.NewOnly && h.firstSeen.Before(r.since) {
		return false
	}
	if a == nil {
		hasText := func(a *app) bool { return strings.Contains(a.text, m.ConfigContains) }
		return m.App == "" && (m.ConfigContains == "" || slices.ContainsFunc(values(h.apps), hasText))
	}
	return matches(m.App, a.config.Name) && strings.Contains(a.text, m.ConfigContains)
}

func values(apps map[string]*app) []*app {
	var all []*app
	for _, a := range apps {
		all = append(all, a)
	}
	return all
}

// effect sums up the rules for an application, or for a host when the application is nil.
func (s *serve) effect(h *host, a *app) effect {
	var sum effect
	for _, r := range s.rules {
		if !r.applies(h, a) {
			continue
		}
		e := r.Effect
		if e.Status != "" {
			sum.Status, sum.Deployments, sum.After = e.Status, e.Deployments, e.After
		}
		if e.Message != "" {
			sum.Message = e.Message
		}
		set(&sum.BuildTime, e.BuildTime)
		set(&sum.RunningAfter, e.RunningAfter)
		set(&sum.Code, e.Code)
		set(&sum.Delay, e.Delay)
		set(&sum.Health, e.Health)
		set(&sum.HealthDelay, e.HealthDelay)
		set(&sum.Dashboard, e.Dashboard)
		set(&sum.Model, e.Model)
	}
	return sum
}

func set[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}

// effectOn is effect for a caller that does not hold the lock.
func (s *serve) effectOn(h *host, appName string) effect {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.effect(h, h.apps[appName])
}

// control serves the requests that steer.
func (s *serve) control(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, isOne := strings.CutPrefix(r.URL.Path, "/control/rules/")
	switch {
	case r.URL.Path == "/control/state" && r.Method == http.MethodGet:
		reply(w, s.state())
	case r.URL.Path == "/control/rules" && r.Method == http.MethodGet:
		reply(w, s.rules)
	case r.URL.Path == "/control/rules" && r.Method == http.MethodPost:
		added := &rule{}
		if decode(w, r, added) {
			s.lastID++
			added.ID, added.since = s.lastID, time.Now()
			s.rules = append(s.rules, added)
			reply(w, added)
		}
	case r.URL.Path == "/control/rules" && r.Method == http.MethodDelete:
		s.rules = nil
	case isOne && r.Method == http.MethodDelete:
		number, _ := strconv.Atoi(id)
		s.rules = slices.DeleteFunc(s.rules, func(r *rule) bool { return r.ID == number })
	case r.URL.Path == "/control/load" && r.Method == http.MethodPut:
		l := load{}
		if decode(w, r, &l) {
			s.loads[l.Namespace+"/"+l.Service] = l
			reply(w, l)
		}
	case r.URL.Path == "/control/load" && r.Method == http.MethodDelete:
		clear(s.loads)
	default:
		fail(w, http.StatusNotFound, "no such request: "+r.Method+" "+r.URL.Path)
	}
}

func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return false
	}
	return true
}

// state is everything that is known, for tests and curious people.
func (s *serve) state() any {
	all := []any{}
	for _, h := range s.hosts {
		apps := map[string]any{}
		for name, a := range h.apps {
			report := s.observe(h, a)
			apps[name] = map[string]any{
				"status": report.Status, "message": report.Message, "deployments": report.Deployments,
			}
		}
		all = append(all, map[string]any{
			"namespace": h.namespace, "cluster": h.cluster, "service": h.service, "firstSeen": h.firstSeen,
			"puts": h.puts, "config": h.config, "apps": apps, "readyWorkers": s.now.readyWorkers(h.key()),
		})
	}
	return map[string]any{"hosts": all}
}

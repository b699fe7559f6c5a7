// Command lab-serve stands in for everything that is reached over the cluster's network in the lab of
// hack/cluster.sh: the Ray dashboard's Serve API, the health check of the Serve proxies, and the model's endpoint.
//
// It is an HTTP proxy that answers itself. KubeRay is started with HTTP_PROXY pointing to it, so that a request for
// http://demo-abc-head-svc.team-a.svc.cluster.local:8265/... arrives here without any DNS or pod network. Requests
// that are not for a proxy, /control/..., steer it; hack/lab/README.md describes them.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on")
	api := flag.String("server", "", "address of the API server")
	caFile := flag.String("ca-file", "", "certificate of the API server")
	tokenFile := flag.String("token-file", "", "file with the token for the API server")
	poll := flag.Duration("poll", 500*time.Millisecond, "how often to look at the cluster")
	flag.Parse()

	kube, err := newKube(*api, *caFile, *tokenFile)
	if err != nil {
		log.Fatal(err)
	}
	s := newServe(kube)
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	go s.watch(*poll)
	log.Printf("listening on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, s))
}

// ServeHTTP tells requests to the proxy from those to ourselves.
func (s *serve) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !r.URL.IsAbs():
		s.control(w, r)
	case r.URL.Port() == "8265":
		s.dashboard(w, r)
	case strings.HasSuffix(r.URL.Path, "/-/healthz"):
		s.health(w, r)
	default:
		s.model(w, r)
	}
}

const applicationsPath = "/api/serve/applications"

// dashboard answers as the dashboard of the head behind a Service.
func (s *serve) dashboard(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if strings.TrimSuffix(r.URL.Path, "/") != applicationsPath {
		fail(w, http.StatusNotFound, "this stand-in has only "+applicationsPath)
		return
	}
	h, err := s.hostOf(r.URL.Hostname())
	if err != nil {
		fail(w, http.StatusBadGateway, err.Error())
		return
	}
	effect := s.effectOn(h, "")
	if !wait(r.Context(), effect.Delay) {
		return
	}
	if effect.Code != 0 {
		fail(w, effect.Code, effect.Message)
		return
	}
	if effect.Dashboard != "" {
		forward(w, r, effect.Dashboard, body)
		return
	}
	switch r.Method {
	case http.MethodGet:
		reply(w, s.details(h))
	case http.MethodPut:
		if err := s.deploy(h, body); err != nil {
			fail(w, http.StatusBadRequest, err.Error())
		}
	case http.MethodDelete:
		s.forget(h)
	default:
		fail(w, http.StatusMethodNotAllowed, r.Method)
	}
}

// health answers as the Serve proxy of a pod, which the address names by its IP.
func (s *serve) health(w http.ResponseWriter, r *http.Request) {
	h := s.hostOfPod(r.URL.Hostname())
	if h == nil {
		fail(w, http.StatusBadGateway, "no pod with this address")
		return
	}
	effect := s.effectOn(h, "")
	if !wait(r.Context(), effect.HealthDelay) {
		return
	}
	switch {
	case effect.Health != 0:
		fail(w, effect.Health, "unhealthy by rule")
	case effect.Model != "":
		forward(w, r, effect.Model, nil)
	case !s.started(h):
		fail(w, http.StatusServiceUnavailable, "Serve has not been started")
	default:
		_, _ = io.WriteString(w, "success")
	}
}

// model answers as the model behind a Service, in a few words.
func (s *serve) model(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	h, err := s.hostOf(r.URL.Hostname())
	if err != nil {
		// A Service that was made since the last look.
		if s.look() == nil {
			h, err = s.hostOf(r.URL.Hostname())
		}
	}
	if err != nil {
		fail(w, http.StatusBadGateway, err.Error())
		return
	}
	effect := s.effectOn(h, "")
	if effect.Model != "" {
		forward(w, r, effect.Model, body)
		return
	}
	models := s.runningModels(h)
	if len(models) == 0 {
		fail(w, http.StatusServiceUnavailable, "no application is running")
		return
	}
	w.Header().Set("x-lab-ray-cluster", h.cluster)
	switch r.URL.Path {
	case "/v1/models":
		list := []any{}
		for _, model := range models {
			list = append(list, map[string]any{"id": model, "object": "model", "owned_by": "lab"})
		}
		reply(w, map[string]any{"object": "list", "data": list})
	case "/v1/chat/completions", "/v1/completions":
		var question struct {
			Model string `json:"model"`
		}
		_ = json.Unmarshal(body, &question)
		if !contains(models, question.Model) {
			fail(w, http.StatusNotFound, "the model "+question.Model+" does not exist")
			return
		}
		answer := map[string]any{"role": "assistant", "content": "Hello from " + h.cluster + "."}
		reply(w, map[string]any{
			"id": "lab", "object": "chat.completion", "model": question.Model,
			"choices": []any{map[string]any{"index": 0, "message": answer, "finish_reason": "stop"}},
		})
	default:
		fail(w, http.StatusNotFound, r.URL.Path)
	}
}

// forward passes a request on to a real Ray.
func forward(w http.ResponseWriter, r *http.Request, base string, body []byte) {
	target, err := url.Parse(base)
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	proxy := httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host, p.Out.Host = target.Scheme, target.Host, target.Host
		},
		Transport:     &http.Transport{Proxy: nil},
		FlushInterval: -1,
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	proxy.ServeHTTP(w, r)
}

// wait returns false when the caller has gone away meanwhile.
func wait(ctx context.Context, d duration) bool {
	if d <= 0 {
		return true
	}
	select {
	case <-time.After(time.Duration(d)):
		return true
	case <-ctx.Done():
		return false
	}
}

func reply(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

func fail(w http.ResponseWriter, code int, text string) {
	http.Error(w, text, code)
}

func contains(list []string, value string) bool {
	for _, v := range list {
		if v == value {
			return true
		}
	}
	return false
}

// duration is written as "2s" in JSON.
type duration time.Duration

func (d *duration) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return errors.New(`a duration is a text such as "2s"`)
	}
	value, err := time.ParseDuration(s)
	*d = duration(value)
	return err
}

func (d duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

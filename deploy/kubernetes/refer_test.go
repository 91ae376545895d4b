package kubernetes

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"
)

// selected returns the workloads whose pods match a selector.
func selected(t *testing.T, ws []workload, s *metav1.LabelSelector) (found []workload) {
	t.Helper()
	selector, err := metav1.LabelSelectorAsSelector(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ws {
		if selector.Matches(labels.Set(w.pod.Labels)) {
			found = append(found, w)
		}
	}
	return found
}

// Each selector matches the pods of exactly one workload, which has the selector's name.
func TestSelectors(t *testing.T) {
	objects := built(t, "example")
	ws := workloads(objects)
	selectsOnly := func(name string, s *metav1.LabelSelector) {
		t.Helper()
		if found := selected(t, ws, s); len(found) != 1 || found[0].meta.Name != name {
			t.Errorf("the selector of %s matches %d workloads, want only %[1]s: %[3]v", name, len(found), s)
		}
	}
	for _, w := range ws {
		selectsOnly(w.meta.Name, w.selector)
		for _, c := range w.pod.Spec.TopologySpreadConstraints {
			selectsOnly(w.meta.Name, c.LabelSelector)
		}
	}
	for _, b := range all[*policyv1.PodDisruptionBudget](objects) {
		selectsOnly(b.Name, b.Spec.Selector)
	}
	for _, s := range all[*corev1.Service](objects) {
		selectsOnly(s.Name, &metav1.LabelSelector{MatchLabels: s.Spec.Selector})
	}
}

// Services, Ingress, probes and annotations refer to ports that the pods serve.
func TestPorts(t *testing.T) {
	objects := built(t, "example")
	ws := workloads(objects)
	services := map[string]*corev1.Service{}
	for _, s := range all[*corev1.Service](objects) {
		services[s.Name] = s
		for _, p := range s.Spec.Ports {
			w := selected(t, ws, &metav1.LabelSelector{MatchLabels: s.Spec.Selector})[0]
			if p.TargetPort.Type != intstr.String || w.port(p.TargetPort.StrVal) == 0 {
				t.Errorf("the Service %s sends to %s, which %s does not serve", s.Name, p.TargetPort.String(), w.meta.Name)
			}
		}
	}
	for _, i := range all[*networkingv1.Ingress](objects) {
		backend := i.Spec.Rules[0].HTTP.Paths[0].Backend.Service
		if s := services[backend.Name]; s == nil || !slices.ContainsFunc(s.Spec.Ports, func(p corev1.ServicePort) bool { return p.Name == backend.Port.Name }) {
			t.Errorf("the Ingress sends to %+v, but no Service has this name and port", backend)
		}
		if i.Spec.TLS[0].Hosts[0] != i.Spec.Rules[0].Host {
			t.Errorf("TLS is for %v, and the rule for %s", i.Spec.TLS[0].Hosts, i.Spec.Rules[0].Host)
		}
	}
	for _, w := range ws {
		c := w.pod.Spec.Containers[0]
		if w.component() == "redis" {
			if c.LivenessProbe.Exec == nil || c.ReadinessProbe.Exec == nil {
				t.Error("redis has no probes")
			}
			continue
		}
		for path, p := range map[string]*corev1.Probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
			if p == nil || p.HTTPGet == nil || p.HTTPGet.Path != path || p.HTTPGet.Port.StrVal != "admin" {
				t.Errorf("%s: probe %+v, want %s at admin", w.meta.Name, p, path)
			}
		}
		if got, want := w.pod.Annotations["prometheus.io/port"], strconv.Itoa(int(w.port("admin"))); got != want {
			t.Errorf("%s: the annotation names port %s for Prometheus, want %s", w.meta.Name, got, want)
		}
	}
}

// The ConfigMaps have the values that pods use. docs/operate/kubernetes.md creates the Secrets that
// pods use.
func TestConfiguration(t *testing.T) {
	objects := built(t, "example")
	configMaps := map[string]map[string]string{}
	for _, m := range all[*corev1.ConfigMap](objects) {
		configMaps[m.Name] = m.Data
	}
	guide := read(t, "../../docs/operate/kubernetes.md")
	for _, w := range workloads(objects) {
		c := w.pod.Spec.Containers[0]
		for _, from := range c.EnvFrom {
			data := configMaps[from.ConfigMapRef.Name]
			if _, port, _ := strings.Cut(data["QUATRE_ADMIN"], ":"); port != strconv.Itoa(int(w.port("admin"))) {
				t.Errorf("%s serves operators at %q, and its port admin is %d", w.meta.Name, data["QUATRE_ADMIN"], w.port("admin"))
			}
			if want := ":" + strconv.Itoa(int(w.port("http"))); w.component() == "hub" && (data["QUATRE_ADDR"] != want || data["QUATRE_OFFER"] != "none") {
				t.Errorf("hubs have the address %s and offer %s; want %s, which kubectl port-forward needs, and none", data["QUATRE_ADDR"], data["QUATRE_OFFER"], want)
			}
			if w.component() == "hub" && (data["QUATRE_TRUSTED_PROXIES"] == "" || data["QUATRE_MAX_SOCKETS"] == "") {
				t.Errorf("the overlay's settings have replaced those of base: %v", data)
			}
		}
		for _, v := range w.pod.Spec.Volumes {
			if v.ConfigMap != nil && configMaps[v.ConfigMap.Name]["redis.conf"] == "" {
				t.Errorf("%s mounts the ConfigMap %s, which has no redis.conf", w.meta.Name, v.ConfigMap.Name)
			}
		}
		for _, e := range c.Env {
			if e.ValueFrom == nil || e.ValueFrom.SecretKeyRef == nil {
				continue
			}
			ref := e.ValueFrom.SecretKeyRef
			if !strings.Contains(guide, "create secret generic "+ref.Name+" ") || !strings.Contains(guide, "--from-literal="+ref.Key+"=") {
				t.Errorf("%s needs %s of the Secret %s, which docs/operate/kubernetes.md does not make", w.meta.Name, ref.Key, ref.Name)
			}
		}
	}
}

// Exactly one autoscaler scales each Deployment, and the manifests set no replicas. An
// autoscaler uses only documented metrics that prometheus-adapter provides.
func TestScaling(t *testing.T) {
	objects := built(t, "example")
	documented := read(t, "../../docs/operate/metrics.md")
	custom, external := adapterMetrics(t)
	scaled := map[string]bool{}
	for _, h := range all[*autoscalingv2.HorizontalPodAutoscaler](objects) {
		scaled[h.Spec.ScaleTargetRef.Name] = true
		if least := h.Spec.MinReplicas; least == nil || *least < 2 || h.Spec.MaxReplicas <= *least {
			t.Errorf("%s: from %v to %d replicas, want at least 2, and more at most", h.Name, least, h.Spec.MaxReplicas)
		}
		ownMetric := ""
		for _, m := range h.Spec.Metrics {
			switch m.Type {
			case autoscalingv2.PodsMetricSourceType:
				if ownMetric = m.Pods.Metric.Name; !custom[ownMetric] {
					t.Errorf("%s: prometheus-adapter.yaml has no custom metric %s", h.Name, ownMetric)
				}
			case autoscalingv2.ExternalMetricSourceType:
				if ownMetric = m.External.Metric.Name; !external[ownMetric] {
					t.Errorf("%s: prometheus-adapter.yaml has no external metric %s", h.Name, ownMetric)
				}
			}
		}
		if ownMetric == "" || !strings.Contains(documented, "| `"+ownMetric+"` |") {
			t.Errorf("%s uses %q, which docs/operate/metrics.md does not describe", h.Name, ownMetric)
		}
	}
	for _, w := range workloads(objects) {
		if scaled[w.meta.Name] != (w.kind == "Deployment") || scaled[w.meta.Name] && w.replicas != nil {
			t.Errorf("%s: an autoscaler scales it: %v, and its manifest sets replicas: %v", w.meta.Name, scaled[w.meta.Name], w.replicas != nil)
		}
	}
}

// Without prometheus-adapter, a metric that is missing stops an autoscaler from scaling down.
// The component cpu-only removes all metrics but CPU, and keeps the targets of base.
func TestScalingByCPUOnly(t *testing.T) {
	cpu := func(h *autoscalingv2.HorizontalPodAutoscaler) (targets []int32) {
		for _, m := range h.Spec.Metrics {
			if m.Resource != nil {
				targets = append(targets, *m.Resource.Target.AverageUtilization)
			}
		}
		return targets
	}
	example := map[string][]int32{} // the targets of the example's autoscalers
	for _, h := range all[*autoscalingv2.HorizontalPodAutoscaler](built(t, "example")) {
		example[h.Name] = cpu(h)
	}
	for _, h := range all[*autoscalingv2.HorizontalPodAutoscaler](built(t, "testdata/cpu-only")) {
		if len(h.Spec.Metrics) != 1 || len(example[h.Name]) != 1 || !slices.Equal(cpu(h), example[h.Name]) {
			t.Errorf("%s: scaled by %+v, want CPU alone at %v percent", h.Name, h.Spec.Metrics, example[h.Name])
		}
	}
}

// adapterMetrics returns the metrics that prometheus-adapter.yaml provides.
func adapterMetrics(t *testing.T) (custom, external map[string]bool) {
	t.Helper()
	type rule struct {
		SeriesQuery  string         `json:"seriesQuery"`
		Resources    map[string]any `json:"resources"`
		Name         struct{ As string }
		MetricsQuery string `json:"metricsQuery"`
	}
	var values struct {
		Rules struct{ Custom, External []rule }
	}
	if err := yaml.UnmarshalStrict([]byte(read(t, "prometheus-adapter.yaml")), &values); err != nil {
		t.Fatal(err)
	}
	names := func(rules []rule) map[string]bool {
		offered := map[string]bool{}
		for _, r := range rules {
			if !strings.HasPrefix(r.SeriesQuery, r.Name.As+"{") || !strings.Contains(r.MetricsQuery, "<<.LabelMatchers>>") {
				t.Errorf("the rule for %s reads the series %s with the query %s", r.Name.As, r.SeriesQuery, r.MetricsQuery)
			}
			offered[r.Name.As] = true
		}
		return offered
	}
	return names(values.Rules.Custom), names(values.Rules.External)
}

// read returns the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

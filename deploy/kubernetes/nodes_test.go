package kubernetes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// When a node dies, its hubs and workers are replaced after 30 s. All nodes of a zone may die
// together, so pods are spread over zones too.
func TestLossOfANode(t *testing.T) {
	for _, w := range workloads(built(t, "example")) {
		if w.kind != "Deployment" {
			continue
		}
		for _, key := range []string{corev1.TaintNodeNotReady, corev1.TaintNodeUnreachable} {
			if !slices.ContainsFunc(w.pod.Spec.Tolerations, func(o corev1.Toleration) bool {
				return o.Key == key && o.Operator == corev1.TolerationOpExists && o.Effect == corev1.TaintEffectNoExecute &&
					o.TolerationSeconds != nil && *o.TolerationSeconds == 30
			}) {
				t.Errorf("%s does not leave a node that is %s after 30 s: %+v", w.meta.Name, key, w.pod.Spec.Tolerations)
			}
		}
		var spread []string
		for _, c := range w.pod.Spec.TopologySpreadConstraints {
			spread = append(spread, c.TopologyKey)
		}
		if !slices.Equal(spread, []string{corev1.LabelTopologyZone, corev1.LabelHostname}) {
			t.Errorf("%s is spread over %v", w.meta.Name, spread)
		}
	}
}

// The autoscaler may add many workers. They never keep a hub or Redis off a node.
func TestPriority(t *testing.T) {
	objects := built(t, "example")
	classes := map[string]int32{"": 0}
	for _, c := range all[*schedulingv1.PriorityClass](objects) {
		classes[c.Name] = c.Value
		if c.GlobalDefault {
			t.Errorf("the class %s is the default, and so changes the priority of pods in other namespaces", c.Name)
		}
	}
	priority := map[string]int32{}
	for _, w := range workloads(objects) {
		value, known := classes[w.pod.Spec.PriorityClassName]
		if !known {
			t.Errorf("%s has the class %q, which no manifest defines", w.meta.Name, w.pod.Spec.PriorityClassName)
		}
		priority[w.component()] = value
	}
	if priority["hub"] <= priority["aiworker"] || priority["redis"] <= priority["aiworker"] {
		t.Errorf("priorities %v, want aiworker's below hub's and redis's", priority)
	}
}

// The cluster's DNS keeps the addresses of a headless Service for half a minute after its pod
// has died.
func TestRedisHasAnAddressOfItsOwn(t *testing.T) {
	for _, s := range all[*corev1.Service](built(t, "example")) {
		if s.Spec.ClusterIP != "" {
			t.Errorf("the Service %s has clusterIP %s", s.Name, s.Spec.ClusterIP)
		}
	}
}

// docs/operate/kubernetes.md says what the example requests with its smallest number of pods, and what
// it requests during an upgrade.
func TestRequests(t *testing.T) {
	var cpu, memory, moreCPU, moreMemory resource.Quantity
	for _, w := range workloads(built(t, "example")) {
		requests := w.pod.Spec.Containers[0].Resources.Requests
		pods := 1
		if w.kind == "Deployment" { // two pods, and one more in an upgrade
			pods = 2
			moreCPU.Add(*requests.Cpu())
			moreMemory.Add(*requests.Memory())
		}
		for range pods {
			cpu.Add(*requests.Cpu())
			memory.Add(*requests.Memory())
		}
	}
	want := fmt.Sprintf("%.1f cores and %.1f GiB of memory, and %.1f cores and %.2f GiB more",
		cpu.AsApproximateFloat64(), memory.AsApproximateFloat64()/(1<<30), moreCPU.AsApproximateFloat64(),
		moreMemory.AsApproximateFloat64()/(1<<30))
	if guide := read(t, "../../docs/operate/kubernetes.md"); !strings.Contains(strings.ReplaceAll(guide, "\n", " "), want) {
		t.Errorf("docs/operate/kubernetes.md does not say that the example requests %s", want)
	}
}

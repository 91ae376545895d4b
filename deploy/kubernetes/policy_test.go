package kubernetes

import (
	"fmt"
	"slices"
	"testing"

	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

const namespaceName = "kubernetes.io/metadata.name"

// TestNetwork computes the allowed connections from the policies and compares them with
// the expected ones.
func TestNetwork(t *testing.T) {
	objects := built(t, "example")
	ws := workloads(objects)
	var in, out []string // "from → to:port", as ingress and as egress policies allow
	covered := map[string]bool{}
	denied := false
	for _, policy := range all[*networkingv1.NetworkPolicy](objects) {
		s := policy.Spec
		if !slices.Equal(s.PolicyTypes, []networkingv1.PolicyType{"Ingress", "Egress"}) {
			t.Errorf("the policy %s has only the types %v", policy.Name, s.PolicyTypes)
		}
		if len(s.PodSelector.MatchLabels)+len(s.PodSelector.MatchExpressions) == 0 {
			denied = denied || len(s.Ingress)+len(s.Egress) == 0
			continue
		}
		found := selected(t, ws, &s.PodSelector)
		if len(found) != 1 {
			t.Fatalf("the policy %s selects %d workloads, want one", policy.Name, len(found))
		}
		self := found[0]
		covered[self.component()] = true
		for _, rule := range s.Ingress {
			for _, from := range peerNames(t, ws, rule.From) {
				for _, p := range rule.Ports {
					in = append(in, fmt.Sprintf("%s → %s:%d", from, self.component(), number(t, self, p.Port)))
				}
			}
		}
		for _, rule := range s.Egress {
			for _, to := range peerNames(t, ws, rule.To) {
				for _, p := range rule.Ports {
					out = append(out, fmt.Sprintf("%s → %s:%d %s", self.component(), to, p.Port.IntVal, *p.Protocol))
				}
			}
		}
	}
	if !denied {
		t.Error("no policy denies all other connections")
	}
	for _, w := range ws {
		if !covered[w.component()] {
			t.Errorf("no policy selects %s", w.component())
		}
	}
	compareSorted(t, "may be reached", in, []string{
		"namespace ingress-nginx → hub:8080", "namespace monitoring → hub:8081", "namespace monitoring → aiworker:8082",
		"hub → redis:6379", "aiworker → redis:6379",
	})
	compareSorted(t, "may reach", out, []string{
		"hub → redis:6379 TCP", "hub → namespace kube-system kube-dns:53 UDP", "hub → namespace kube-system kube-dns:53 TCP",
		"aiworker → redis:6379 TCP", "aiworker → namespace kube-system kube-dns:53 UDP", "aiworker → namespace kube-system kube-dns:53 TCP",
	})
}

// peerNames returns the peers of a rule: components, and foreign namespaces. A rule without
// peers applies to everybody.
func peerNames(t *testing.T, ws []workload, peers []networkingv1.NetworkPolicyPeer) (names []string) {
	t.Helper()
	if len(peers) == 0 {
		return []string{"everybody"}
	}
	for _, p := range peers {
		switch {
		case p.IPBlock != nil:
			names = append(names, p.IPBlock.CIDR)
		case p.NamespaceSelector != nil:
			name := "namespace " + p.NamespaceSelector.MatchLabels[namespaceName]
			if p.PodSelector != nil {
				// Labels of foreign pods must not be labels of Quatre.
				if app := p.PodSelector.MatchLabels; len(app) == 1 {
					name += " " + app["k8s-app"]
				} else {
					name += " " + metav1.FormatLabelSelector(p.PodSelector)
				}
			}
			names = append(names, name)
		default:
			found := selected(t, ws, p.PodSelector)
			if len(found) == 0 {
				t.Errorf("no workload matches %s", metav1.FormatLabelSelector(p.PodSelector))
			}
			for _, w := range found {
				names = append(names, w.component())
			}
		}
	}
	return names
}

func number(t *testing.T, w workload, p *intstr.IntOrString) int32 {
	t.Helper()
	if p.Type == intstr.Int {
		return p.IntVal
	}
	n := w.port(p.StrVal)
	if n == 0 {
		t.Errorf("%s serves no port named %s", w.component(), p.StrVal)
	}
	return n
}

func compareSorted(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\ngot  %q\nwant %q", what, got, want)
	}
}

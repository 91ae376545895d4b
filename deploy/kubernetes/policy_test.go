package kubernetes

import (
	"fmt"
	"slices"
	"testing"

	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// namespaceNameLabel is the label of a namespace with its name. The cluster sets it.
const namespaceNameLabel = "kubernetes.io/metadata.name"

// TestNetwork computes the allowed connections from the policies and compares them with
// the expected ones.
func TestNetwork(t *testing.T) {
	objects := built(t, "example")
	ws := workloads(objects)
	var ingress, egress []string // the allowed connections, as "from → to:port"
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
					ingress = append(ingress, fmt.Sprintf("%s → %s:%d", from, self.component(), portNumber(t, self, p.Port)))
				}
			}
		}
		for _, rule := range s.Egress {
			for _, to := range peerNames(t, ws, rule.To) {
				for _, p := range rule.Ports {
					egress = append(egress, fmt.Sprintf("%s → %s:%d %s", self.component(), to, p.Port.IntVal, *p.Protocol))
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
	compareSorted(t, "connections that the ingress rules allow", ingress, []string{
		"namespace ingress-nginx → hub:8080", "namespace monitoring → hub:8081", "namespace monitoring → aiworker:8082",
		"hub → redis:6379", "aiworker → redis:6379",
	})
	compareSorted(t, "connections that the egress rules allow", egress, []string{
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
			name := "namespace " + p.NamespaceSelector.MatchLabels[namespaceNameLabel]
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

// portNumber returns the number of a port that a policy names or numbers.
func portNumber(t *testing.T, w workload, p *intstr.IntOrString) int32 {
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

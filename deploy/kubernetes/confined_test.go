package kubernetes

import (
	"regexp"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// Every pod is confined: an attacker who controls one program controls no other. The cluster
// would refuse most other pods, because of the namespace's pod-security label.
func TestConfinement(t *testing.T) {
	objects := built(t, "example")
	pinned := regexp.MustCompile(`^[a-z./]+:\d+\.\d+\.\d+[a-z0-9.-]*$`)
	accounts := map[string]*corev1.ServiceAccount{}
	for _, a := range all[*corev1.ServiceAccount](objects) {
		accounts[a.Name] = a
	}
	for _, w := range workloads(objects) {
		pod := w.pod.Spec
		if s := pod.SecurityContext; s == nil || !isTrue(s.RunAsNonRoot) || s.RunAsUser == nil || *s.RunAsUser == 0 ||
			s.SeccompProfile == nil || s.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault {
			t.Errorf("%s: security context of the pod: %+v", w.meta.Name, s)
		}
		account := accounts[pod.ServiceAccountName]
		if account == nil || account.AutomountServiceAccountToken == nil || *account.AutomountServiceAccountToken ||
			pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken {
			t.Errorf("%s has the token of %q", w.meta.Name, pod.ServiceAccountName)
		}
		if pod.HostNetwork || pod.HostPID || pod.HostIPC || len(pod.InitContainers)+len(pod.EphemeralContainers) > 0 {
			t.Errorf("%s uses a namespace of the node, or has containers that this test does not check", w.meta.Name)
		}
		for _, c := range pod.Containers {
			s := c.SecurityContext
			if s == nil || !isTrue(s.ReadOnlyRootFilesystem) || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation ||
				s.Capabilities == nil || !slices.Equal(s.Capabilities.Drop, []corev1.Capability{"ALL"}) || len(s.Capabilities.Add) > 0 || isTrue(s.Privileged) {
				t.Errorf("%s: security context: %+v", c.Name, s)
			}
			if !pinned.MatchString(c.Image) {
				t.Errorf("%s: the image %q is not pinned to a full version", c.Name, c.Image)
			}
			if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() ||
				c.Resources.Limits.Memory().Cmp(*c.Resources.Requests.Memory()) != 0 {
				t.Errorf("%s: resources %+v: want requests for CPU and memory, and a memory limit equal to the request", c.Name, c.Resources)
			}
		}
		for _, v := range pod.Volumes {
			if v.HostPath != nil {
				t.Errorf("%s mounts %s of the node", w.meta.Name, v.HostPath.Path)
			}
		}
	}
}

func isTrue(b *bool) bool { return b != nil && *b }

// Without an overlay, the image name of base has no registry and no tag, so that no cluster
// pulls a foreign image by accident.
func TestBaseNamesNoRegistry(t *testing.T) {
	for _, w := range workloads(built(t, "base")) {
		if image := w.pod.Spec.Containers[0].Image; image != "quatre" {
			t.Errorf("%s: image %q", w.meta.Name, image)
		}
	}
}

// Package kubernetes contains the Kubernetes manifests: base, and an example overlay.
//
// Its tests build the overlays as kubectl does, decode every object strictly, and compare the
// objects with each other: selectors with labels, ports with ports, and the network
// policies with a table of allowed connections. The tests one folder up compare the
// manifests with the programs.
package kubernetes

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// decode decodes manifests as the cluster does, but refuses unknown and duplicate fields.
func decode(t *testing.T, name string, text []byte) (objects []runtime.Object) {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, autoscalingv2.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme,
		schedulingv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true})
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		object, _, err := strict.Decode(document, nil, nil)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, document)
			continue
		}
		objects = append(objects, object)
	}
}

// built returns what "kubectl kustomize FOLDER" would print, decoded.
func built(t *testing.T, folder string) []runtime.Object {
	t.Helper()
	return decode(t, folder, rendered(t, folder))
}

// rendered returns what "kubectl kustomize FOLDER" would print.
func rendered(t *testing.T, folder string) []byte {
	t.Helper()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	text, err := resources.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// all returns the objects of one type.
func all[T runtime.Object](objects []runtime.Object) (some []T) {
	for _, o := range objects {
		if o, is := o.(T); is {
			some = append(some, o)
		}
	}
	return some
}

// workload is a Deployment or StatefulSet.
type workload struct {
	kind     string
	meta     metav1.ObjectMeta
	replicas *int32
	selector *metav1.LabelSelector
	pod      corev1.PodTemplateSpec
}

// component returns the label app.kubernetes.io/component.
func (w workload) component() string { return w.pod.Labels["app.kubernetes.io/component"] }

// port returns the number of a named port, or 0.
func (w workload) port(name string) int32 {
	for _, c := range w.pod.Spec.Containers {
		for _, p := range c.Ports {
			if p.Name == name {
				return p.ContainerPort
			}
		}
	}
	return 0
}

func workloads(objects []runtime.Object) (ws []workload) {
	for _, o := range objects {
		switch o := o.(type) {
		case *appsv1.Deployment:
			ws = append(ws, workload{"Deployment", o.ObjectMeta, o.Spec.Replicas, o.Spec.Selector, o.Spec.Template})
		case *appsv1.StatefulSet:
			ws = append(ws, workload{"StatefulSet", o.ObjectMeta, o.Spec.Replicas, o.Spec.Selector, o.Spec.Template})
		}
	}
	return ws
}

// Every manifest decodes strictly, and a kustomization.yaml uses it.
func TestManifests(t *testing.T) {
	used := ""
	for _, folder := range []string{"base", "example", "cpu-only"} {
		used += read(t, filepath.Join(folder, "kustomization.yaml"))
		files, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(files) < 3 {
			t.Fatalf("%s contains only %v (%v)", folder, files, err)
		}
		for _, file := range files {
			if filepath.Base(file) == "kustomization.yaml" {
				continue
			}
			if !strings.Contains(used, filepath.Base(file)) {
				t.Errorf("%s is in no kustomization.yaml", file)
			}
			if filepath.Ext(file) == ".yaml" && len(decode(t, file, []byte(read(t, file)))) == 0 {
				t.Errorf("%s contains no object", file)
			}
		}
	}
}

// kustomize can build the folders base and example. They contain the expected workloads and no
// Secret.
func TestBuilds(t *testing.T) {
	for folder, want := range map[string][]string{
		"base":    {"aiworker", "hub"},
		"example": {"aiworker", "hub", "redis"},
	} {
		objects := built(t, folder)
		var got []string
		for _, w := range workloads(objects) {
			got = append(got, w.component())
			if folder == "example" && w.meta.Namespace != "quatre" {
				t.Errorf("%s is in the namespace %q", w.meta.Name, w.meta.Namespace)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s runs %v, want %v", folder, got, want)
		}
		if secrets := all[*corev1.Secret](objects); len(secrets) > 0 {
			t.Errorf("%s has a Secret in the repository: %s", folder, secrets[0].Name)
		}
	}
}

package kubernetes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// folders are all folders that "kubectl apply -k" can apply.
var folders = []string{"base", "example", "testdata/cpu-only"}

// kubectl before 1.31 reads one document from the file of a patch, and fails on a second.
func TestPatchesAreOneDocument(t *testing.T) {
	files, err := filepath.Glob("*/kustomization.yaml")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	patches := 0
	for _, file := range files {
		var k struct{ Patches []struct{ Path string } }
		if err := yaml.Unmarshal([]byte(read(t, file)), &k); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, p := range k.Patches {
			patches++
			name := filepath.Join(filepath.Dir(file), p.Path)
			if n := len(decode(t, name, []byte(read(t, name)))); n != 1 {
				t.Errorf("%s has %d documents, want one", name, n)
			}
		}
	}
	if patches < 4 {
		t.Errorf("the test has found only %d patches", patches)
	}
}

// The manifests write each value as the cluster stores it: 6k, not "6000". Otherwise a second
// apply would find a difference each time.
func TestStoredForm(t *testing.T) {
	for _, folder := range folders {
		documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(rendered(t, folder))))
		for {
			document, err := documents.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			var written, stored any
			if err := yaml.Unmarshal(document, &written); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(decode(t, folder, document)[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &stored); err != nil {
				t.Fatal(err)
			}
			compareStored(t, folder, written, stored)
		}
	}
}

// compareStored reports values that the manifests write in another form than the cluster stores.
func compareStored(t *testing.T, path string, written, stored any) {
	switch w := written.(type) {
	case map[string]any:
		s, _ := stored.(map[string]any)
		for name, value := range w {
			compareStored(t, path+"."+name, value, s[name])
		}
		if fields, is := w["fieldRef"].(map[string]any); is && fields["apiVersion"] == nil {
			t.Errorf("%s.fieldRef has no apiVersion, and the cluster adds it", path)
		}
	case []any:
		s, _ := stored.([]any)
		for i := range w {
			if i >= len(s) {
				t.Fatalf("%s is stored as %v", path, stored)
			}
			compareStored(t, fmt.Sprintf("%s[%d]", path, i), w[i], s[i])
		}
	default:
		if !strings.HasSuffix(path, ".creationTimestamp") && !reflect.DeepEqual(written, stored) {
			t.Errorf("%s is written as %v and stored as %v", path, written, stored)
		}
	}
}

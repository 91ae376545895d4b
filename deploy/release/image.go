package main

import (
	"bytes"
	"io"
	"path/filepath"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// makeImage writes an image of the hub as a file for docker load. It runs as deploy/Dockerfile's does, but has
// neither the worker nor certificates, which only -store rediss:// needs.
func (r *release) makeImage(t target) error {
	var content bytes.Buffer
	if err := r.writeTar(&content, []entry{
		{"bin/quatre", r.program(t, "quatre"), 0o755, 0},
		{"THIRD_PARTY_NOTICES", r.notices(), 0o644, 0},
		{"LICENSE", root + "/LICENSE", 0o644, 0},
		{"data/", "", 0o755, 65532},
	}); err != nil {
		return err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil })
	if err != nil {
		return err
	}
	bare, err := mutate.ConfigFile(empty.Image, &v1.ConfigFile{
		OS: t.system, Architecture: t.processor, Created: v1.Time{Time: r.time}, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User: "65532:65532", WorkingDir: "/data", Cmd: []string{"/bin/quatre"}, Env: []string{"PATH=/bin"},
			ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		},
	})
	if err != nil {
		return err
	}
	image, err := mutate.Append(bare, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.time}}})
	if err != nil {
		return err
	}
	tag, err := name.NewTag("quatre:" + r.plainVersion())
	if err != nil {
		return err
	}
	return tarball.WriteToFile(filepath.Join(r.out, "quatre_"+r.plainVersion()+"_image_"+t.processor+".tar"), tag, image)
}

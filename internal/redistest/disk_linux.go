package redistest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// mounted is the command that runs a program in a mount namespace of its own, where a folder is
// a small file system. The file system ends with the program.
var mounted = []string{
	"unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
	`mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"`, "sh",
}

// Disk is the disk of a server, which a test can fill.
type Disk struct {
	Server *Server
	dir    string
	size   int
}

// NewOnDisk starts a server whose files are on a disk of its own, of size bytes. It skips the
// test on machines where only root may mount.
func NewOnDisk(t testing.TB, size int, args ...string) *Disk {
	t.Helper()
	d := &Disk{dir: t.TempDir(), size: size}
	wrap := append(mounted[:len(mounted):len(mounted)], fmt.Sprint(size), d.dir)
	if out, err := exec.Command(wrap[0], append(wrap[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("this machine allows no mounts: %v %s", err, out)
	}
	d.Server = run(t, &Server{dir: t.TempDir(), wrap: wrap, args: append([]string{
		"--save", "", "--appendonly", "yes", "--dir", d.dir,
	}, args...)})
	return d
}

// fill returns the path of the file that fills the disk, as this process sees the disk.
func (d *Disk) fill() string {
	return filepath.Join(fmt.Sprintf("/proc/%d/root", d.Server.cmd.Process.Pid), d.dir, "fill")
}

// Fill takes all free space.
func (d *Disk) Fill(t testing.TB) {
	t.Helper()
	if err := os.WriteFile(d.fill(), make([]byte, d.size), 0o600); err == nil {
		t.Fatalf("redistest: writing %d bytes, the size of the disk, did not fill it", d.size)
	}
}

// Free frees the space that Fill took.
func (d *Disk) Free(t testing.TB) {
	t.Helper()
	if err := os.Remove(d.fill()); err != nil {
		t.Fatalf("redistest: %v", err)
	}
}

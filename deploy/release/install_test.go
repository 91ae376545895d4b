package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// debian is a fresh Debian in a folder. No systemd runs in it: the test does what the unit says.
type debian struct {
	t    *testing.T
	root string
	hub  *exec.Cmd
	log  bytes.Buffer // of the hub; read when it has ended
}

// Addresses of the hub, which no other test uses.
const (
	players = "127.0.0.1:28080"
	admin   = "127.0.0.1:28081"
)

func newDebian(t *testing.T) *debian {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can make a Debian in a folder")
	}
	if _, err := exec.LookPath("debootstrap"); err != nil {
		t.Fatalf("%v (make setup installs it)", err)
	}
	d := &debian{t: t, root: filepath.Join(t.TempDir(), "debian")}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(cache, "quatre-bookworm") // kept, because it takes a minute and 100 MB from a mirror
	if _, err := os.Stat(fresh); err != nil {
		command(t, ".", "rm", "-rf", fresh+".partial")
		command(t, ".", "debootstrap", "--variant=minbase", "bookworm", fresh+".partial")
		command(t, ".", "mv", fresh+".partial", fresh)
	}
	command(t, ".", "cp", "-a", fresh, d.root)
	return d
}

// run runs a command inside.
func (d *debian) run(name string, args ...string) string {
	d.t.Helper()
	return command(d.t, ".", "chroot", append([]string{d.root, "env", "DEBIAN_FRONTEND=noninteractive", name}, args...)...)
}

// install installs the packages of a folder.
func (d *debian) install(folder string, names ...string) {
	d.t.Helper()
	args := []string{"-i"}
	for _, name := range names {
		command(d.t, ".", "cp", filepath.Join(folder, name), filepath.Join(d.root, "tmp"))
		args = append(args, "/tmp/"+name)
	}
	d.run("dpkg", args...)
	for _, name := range names {
		d.run("rm", "/tmp/"+name)
	}
}

// files returns all files, except those of dpkg and apt themselves and backups of the lists of users.
func (d *debian) files() []string {
	d.t.Helper()
	return strings.Fields(d.run("find", "/", "-xdev", "(", "-path", "/proc", "-o", "-path", "/var/lib/dpkg", "-o", "-path", "/var/cache", "-o", "-path", "/var/log", ")", "-prune",
		"-o", "!", "-name", "*-", "-print"))
}

// unit returns the value of a setting of the installed unit.
func (d *debian) unit(setting string) string {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.root, "usr/lib/systemd/system/quatre.service"))
	m := regexp.MustCompile(`(?m)^` + setting + `=(.*)$`).FindSubmatch(text)
	if err != nil || m == nil {
		d.t.Fatalf("the unit has no %s: %v", setting, err)
	}
	return string(m[1])
}

// settings returns the variables of the unit's file.
func (d *debian) settings() (pairs []string) {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.root, d.unit("EnvironmentFile")))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\w+=.*$`).FindAll(text, -1) {
		pairs = append(pairs, string(m))
	}
	return pairs
}

// start starts the hub as its unit does: its user, its folder, its variables. It waits until the hub is ready.
func (d *debian) start() {
	d.t.Helper()
	user, folder := d.unit("User"), "/var/lib/"+d.unit("StateDirectory")
	d.run("install", "-d", "-o", user, "-g", user, "-m", d.unit("StateDirectoryMode"), folder)
	d.log.Reset()
	d.hub = exec.Command("chroot", append([]string{"--userspec=" + user + ":" + user, d.root, "/usr/bin/env", "-i"},
		append(d.settings(), strings.Fields(d.unit("ExecStart"))...)...)...)
	d.hub.Stderr = &d.log
	if err := d.hub.Start(); err != nil {
		d.t.Fatal(err)
	}
	process := d.hub.Process
	d.t.Cleanup(func() { _ = process.Kill() })
	d.await("the hub to be ready", func() bool { status, _ := d.get("http://" + players + "/readyz"); return status == http.StatusOK })
}

// stop ends the hub as systemd does.
func (d *debian) stop() {
	d.t.Helper()
	if err := d.hub.Process.Signal(syscall.SIGTERM); err != nil {
		d.t.Fatal(err)
	}
	if err := d.hub.Wait(); err != nil || strings.Contains(d.log.String(), "level=WARN") {
		d.t.Errorf("the hub ended with %v:\n%s", err, &d.log)
	}
}

func (d *debian) get(url string) (int, []byte) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, body
}

func (d *debian) await(what string, ok func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// bot is a program that plays: it puts each disc into the first column with room. After its second move it
// makes the file $1, and waits until the file $2 exists.
const bot = `n=0; while read -r _ _ moves; do
  for c in 1 2 3 4 5 6 7; do d=$(printf %s "$moves" | tr -cd $c); [ ${#d} -lt 6 ] && break; done
  n=$((n + 1)); [ $n -eq 2 ] && : >"$1" && while [ ! -e "$2" ]; do sleep 0.1; done
  echo $c; done`

// installation does what docs/host/install.md says, in a fresh Debian: install the release of a clone, play, upgrade
// while a game goes on, make a copy, go back to it, remove and purge.
func installation(t *testing.T, folder, before string) {
	d := newDebian(t)
	command(t, folder, "git", "-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "--quiet", "--allow-empty", "-m", "the next version")
	command(t, folder, "git", "tag", "v0.0.2")
	after := build(t, folder)
	clean := d.files()

	d.install(before, "quatre_0.0.1_amd64.deb", "quatre-worker_0.0.1_amd64.deb", "quatre-play_0.0.1_amd64.deb")
	if want := []string{"QUATRE_ADDR=127.0.0.1:8080", "QUATRE_STORE=file:/var/lib/quatre/quatre.db", "QUATRE_TRUSTED_PROXIES=127.0.0.1,::1"}; !slices.Equal(d.settings()[:3], want) {
		t.Errorf("settings %q, want %q", d.settings(), want)
	}
	if enabled := "/etc/systemd/system/multi-user.target.wants/quatre.service"; !slices.Contains(d.files(), enabled) {
		t.Errorf("%s does not exist, so the hub does not start with the machine", enabled)
	}
	d.run("sed", "-i", "s/^QUATRE_ADDR=.*/QUATRE_ADDR="+players+"/; $ a QUATRE_ADMIN="+admin, "/etc/quatre.env")
	d.start()

	// dpkg replaces the programs while the hub runs. Then the hub is restarted, in the middle of a game.
	d.install(after, "quatre_0.0.2_amd64.deb", "quatre-worker_0.0.2_amd64.deb")
	reached, goOn := filepath.Join(t.TempDir(), "reached"), filepath.Join(t.TempDir(), "go")
	var said bytes.Buffer
	game := exec.CommandContext(t.Context(), filepath.Join(d.root, "usr/bin/quatre-play"), "bot", "-new", "-opponent", "ai:easy", "-lang", "en", "-hub", "http://"+players, "--", "sh", "-c", bot, "bot", reached, goOn)
	game.Stdout, game.Stderr, game.Env = &said, &said, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	if err := game.Start(); err != nil {
		t.Fatal(err)
	}
	d.await("two moves", func() bool { _, err := os.Stat(reached); return err == nil })
	d.stop()
	d.start()
	if err := os.WriteFile(goOn, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := game.Wait(); err != nil {
		t.Errorf("the game over the upgrade ended with %v:\n%s", err, &said)
	}
	if version := d.run("quatre", "-version"); !strings.HasPrefix(version, "quatre v0.0.2,") {
		t.Errorf("after the upgrade: %s", version)
	}

	// The copy has the game, and the hub starts on it.
	status, copied := d.get("http://" + admin + "/backup")
	d.stop()
	if status != http.StatusOK {
		t.Fatalf("backup: status %d", status)
	}
	store := filepath.Join(d.root, "var/lib/quatre/quatre.db")
	if err := os.WriteFile(store, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := d.run("quatre", "check", "/var/lib/quatre/quatre.db"); !strings.Contains(found, "no damage") || !strings.Contains(found, "1 finished games") {
		t.Errorf("the copy: %s", found)
	}
	d.start()
	d.stop()

	d.run("dpkg", "--remove", "quatre-worker", "quatre-play", "quatre")
	if _, err := os.Stat(store); err != nil {
		t.Errorf("removed, the package has taken the games along: %v", err)
	}
	d.run("dpkg", "--purge", "quatre-worker", "quatre-play", "quatre")
	for _, file := range d.files() {
		if !slices.Contains(clean, file) && file != "/etc/.pwd.lock" { // of useradd
			t.Errorf("purged, the package leaves %s", file)
		}
	}
	if users, err := os.ReadFile(filepath.Join(d.root, "etc/passwd")); err != nil || strings.Contains(string(users), "quatre") {
		t.Errorf("purged, the package leaves its user: %v", err)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const damagedRooms = 60

// newStoreOfRooms creates a file store with damagedRooms rooms. No hub has the file open.
func newStoreOfRooms(t *testing.T) (name string, rooms []string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "quatre.db")
	url, stop, _ := startHub(t, "-store", "file:"+name, "-workers", "0")
	c := &cluster{t: t, hubs: [2]string{url, url}}
	for i := range damagedRooms {
		var opened struct {
			Room string `json:"room"`
		}
		body := jsonObject{"id": fmt.Sprintf("r%d", i), "variant": "tictactoe", "opponent": "human", "name": strings.Repeat("x", 20)}
		if _, err := c.post(t.Context(), 0, fmt.Sprintf("p%d", i), "/api/rooms", body, &opened); err != nil || opened.Room == "" {
			t.Fatalf("room %d: %v", i, err)
		}
		rooms = append(rooms, opened.Room)
	}
	stop()
	if out, _ := mustCommand(t, "check", name); !strings.Contains(out, fmt.Sprintf("has no damage: %d rooms, 0 finished games", damagedRooms)) {
		t.Fatalf("check: %s", out)
	}
	return name, rooms
}

// logPage returns the number of a page with logs of some of a store's rooms. It finds the page
// by damaging copies of the file.
func logPage(t *testing.T, name string) int {
	t.Helper()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	for page := 2; page < len(whole)/os.Getpagesize(); page++ {
		if err := os.WriteFile(copied, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		damagePage(t, copied, page)
		_, out, _ := runCommand(t, "", "check", copied)
		_, list, _ := runCommand(t, "", "rooms", "-all", "-limit", "1000", "-store", "file:"+copied)
		if strings.Contains(out, fmt.Sprintf("page %d, bucket log:", page)) && strings.Count(list, "waiting") > 10 {
			return page
		}
	}
	t.Fatal("no page holds logs")
	return 0
}

// damagePage overwrites a page with zeros, as a disk that lost a write does.
func damagePage(t *testing.T, name string, page int) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size := os.Getpagesize()
	if _, err := f.WriteAt(make([]byte, size), int64(page*size)); err != nil {
		t.Fatal(err)
	}
}

// The commands skip a damaged page, print what is missing, and end with status 1.
func TestCommandsOnADamagedFile(t *testing.T) {
	name, rooms := newStoreOfRooms(t)
	page := logPage(t, name)
	damagePage(t, name, page)
	store, exported := "file:"+name, filepath.Join(t.TempDir(), "left.jsonl")
	where := fmt.Sprintf("page %d, bucket log:", page)
	status, out, stderr := runCommand(t, "", "check", name)
	lost := strings.Count(out, "its log is missing")
	if status != 1 || !strings.Contains(out, where) || lost == 0 || lost == len(rooms) || !strings.Contains(stderr, "problems in "+name) {
		t.Fatalf("check: %d, %s%s", status, out, stderr)
	}
	status, _, stderr = runCommand(t, "", "export", exported, "-store", store)
	if status != 1 || !strings.Contains(stderr, where) || !strings.Contains(stderr, fmt.Sprintf("exported %d rooms", len(rooms)-lost)) {
		t.Errorf("export: %d, %s", status, stderr)
	}
	status, out, stderr = runCommand(t, "", "rooms", "-all", "-limit", "1000", "-store", store)
	if status != 1 || !strings.Contains(stderr, where) || strings.Count(out, "waiting") != len(rooms)-lost {
		t.Errorf("rooms -all: %d, %s%s", status, out, stderr)
	}
	status, out, stderr = runCommand(t, "", "rooms", "-limit", "1000", "-store", store) // from the list of rooms, which is not damaged
	if status != 1 || strings.Count(out, "  damaged  ") != lost || strings.Count(stderr, where) != lost {
		t.Errorf("rooms: %d, %s%s", status, out, stderr)
	}
	for _, c := range [][]string{{"import", exported, "-store", store + ".imported"}, {"migrate", store, store + ".moved"}} {
		status, _, stderr = runCommand(t, "", c...)
		if status != 1 || !strings.Contains(stderr, fmt.Sprintf("%d rooms and 0 finished games", len(rooms)-lost)) || !strings.Contains(stderr, where) {
			t.Errorf("%s: %d, %s", c[0], status, stderr)
		}
	}
	mustCommand(t, "check", name+".imported")
	mustCommand(t, "check", name+".moved")
}

var damagedReads = regexp.MustCompile(`quatre_store_errors_total\{error="damaged",operation="(read|tail)"\} [1-9]`)

// A running hub that reads a damaged page logs this once, shows it in /readyz, and serves the
// other rooms. The end of /export says what is missing.
func TestHubMeetsDamage(t *testing.T) {
	name, rooms := newStoreOfRooms(t)
	c, admin, log := func() (*cluster, string, *lockedBuffer) {
		url, _, log := startHub(t, "-store", "file:"+name, "-workers", "0")
		return &cluster{t: t, hubs: [2]string{url, url}}, adminOf(log), log
	}()
	if _, body := get(t, admin+"readyz"); body != "ok\n" {
		t.Fatalf("readyz: %q", body)
	}
	// Damage the page only now: the request for readyz has made the hub write to the store,
	// which moves pages. The hub sees the damage, because it has mapped the file into memory.
	damagePage(t, name, logPage(t, name))
	served, failed := 0, 0
	for _, id := range rooms {
		if status, _ := get(t, c.hubs[0]+"/api/rooms/"+id); status == http.StatusOK {
			served++
		} else {
			failed++
		}
	}
	if served == 0 || failed == 0 {
		t.Errorf("%d rooms are served and %d are not, want some of each", served, failed)
	}
	_, exported := get(t, admin+"export")
	last := exported[strings.LastIndex(strings.TrimSpace(exported), "\n")+1:]
	var end struct {
		End struct {
			Rooms, Missing int
			Problems       []string
		}
	}
	if err := json.Unmarshal([]byte(last), &end); err != nil || end.End.Rooms != served || end.End.Missing == 0 || len(end.End.Problems) == 0 {
		t.Errorf("the export ends with %s (%v)", last, err)
	}
	if _, body := get(t, admin+"readyz"); !strings.Contains(body, "The store's file is damaged, and hub check says where:") {
		t.Errorf("readyz: %q", body)
	}
	if _, metrics := get(t, admin+"metrics"); !damagedReads.MatchString(metrics) {
		t.Error("the damaged reads are not counted")
	}
	if n := strings.Count(log.String(), "the store's file is damaged"); n != 1 {
		t.Errorf("the damage is logged %d times, want once:\n%s", n, log)
	}
	copied := filepath.Join(t.TempDir(), "left.db")
	status, _, stderr := runCommand(t, exported, "import", "-", "-store", "file:"+copied)
	if status != 1 || !strings.Contains(stderr, "the export is incomplete") || !strings.Contains(stderr, fmt.Sprintf("imported %d rooms", served)) {
		t.Errorf("import: %d, %s", status, stderr)
	}
}

// For a file that was cut or has no bytes, the hub and its commands report this and do not
// change the file.
func TestCutStore(t *testing.T) {
	name, _ := newStoreOfRooms(t)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	whole = bytes.TrimRight(whole, "\x00") // the file ends with pages that are not used yet
	for _, c := range []struct {
		length int
		want   string
	}{{0, "has 0 bytes, and a store never has"}, {len(whole) / 2, fmt.Sprintf("the file was cut: it has %d of", len(whole)/2)}} {
		if err := os.WriteFile(name, whole[:c.length], 0o600); err != nil {
			t.Fatal(err)
		}
		left := filepath.Join(t.TempDir(), "left.jsonl")
		for _, args := range [][]string{
			{"-store", "file:" + name, "-addr", "127.0.0.1:0", "-admin", "none"},
			{"check", name},
			{"rooms", "-store", "file:" + name},
			{"export", left, "-store", "file:" + name},
		} {
			status, out, stderr := runCommand(t, "", args...)
			if status != 1 || !strings.Contains(out+stderr, c.want) {
				t.Errorf("%d bytes: hub %s: status %d, %s%s", c.length, args[0], status, out, stderr)
			}
		}
		if after, err := os.ReadFile(name); err != nil || len(after) != c.length {
			t.Errorf("the file had %d bytes and now has %d: %v", c.length, len(after), err)
		}
	}
}

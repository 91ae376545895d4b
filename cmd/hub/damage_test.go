package main

import (
	"bytes"
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
	url, stop, _ := startHub(t, "-store", "file:"+name, "-workers", "0", "-copies", "0")
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

// A hub makes a copy of its file soon after its start, and quatre check reads it.
func TestHubCopiesItsFile(t *testing.T) {
	name, rooms := newStoreOfRooms(t)
	_, stop, _ := startHub(t, "-store", "file:"+name, "-workers", "0", "-copies", "2")
	var copies []string
	waitUntil(t, "a copy", func() bool {
		copies, _ = filepath.Glob(name + "-copies/*.db")
		return len(copies) > 0
	})
	stop()
	if out, _ := mustCommand(t, "check", copies[len(copies)-1]); !strings.Contains(out, fmt.Sprintf("has no damage: %d rooms", len(rooms))) {
		t.Errorf("check: %s", out)
	}
}

// A hub that meets a damaged page counts it, and serves the rooms that are not on it. quatre check
// finds the page.
//
// The page is damaged before the hub opens the file: a commit that has read a page may write it
// whole to another place.
func TestDamagedFile(t *testing.T) {
	name, rooms := newStoreOfRooms(t)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var (
		file []byte // with the damage by which most rooms cannot be read
		most int
		size = os.Getpagesize()
	)
	for page := 2; (page+1)*size <= len(whole); page++ {
		damaged := bytes.Clone(whole)
		clear(damaged[page*size : (page+1)*size])
		writeFile(t, name, damaged)
		_, out, _ := runCommand(t, "", "check", name)
		if n := strings.Count(out, "is damaged"); n > most && n < len(rooms) {
			file, most = damaged, n
		}
	}
	if most < 2 { // one line is about the page itself
		t.Fatal("no page has the logs of some rooms")
	}
	writeFile(t, name, file)
	url, stop, log := startHub(t, "-store", "file:"+name, "-workers", "0", "-copies", "0")
	failed := 0
	for _, id := range rooms {
		if status, _ := get(t, url+"/api/rooms/"+id); status != http.StatusOK {
			failed++
		}
	}
	if failed == 0 || failed == len(rooms) {
		t.Errorf("%d of %d rooms cannot be read", failed, len(rooms))
	}
	if _, metrics := get(t, adminOf(log)+"metrics"); !damagedReads.MatchString(metrics) {
		t.Error("the damaged reads are not counted")
	}
	stop()
	if status, out, stderr := runCommand(t, "", "check", name); status != 1 || !strings.Contains(out, "damaged") || !strings.Contains(stderr, name+"-copies") {
		t.Errorf("check: %d %s%s", status, out, stderr)
	}
}

var damagedReads = regexp.MustCompile(`quatre_store_calls_total\{result="damaged"\} [1-9]`)

// writeFile replaces the content of a file.
func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
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
		writeFile(t, name, whole[:c.length])
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

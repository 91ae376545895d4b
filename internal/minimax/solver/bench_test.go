package solver

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	dir   = flag.String("dir", "testdata", "")
	sets  = flag.String("sets", "7x6-end-easy,7x6-middle-easy,7x6-middle-medium,7x6-begin-easy,7x6-begin-medium", "")
	mb    = flag.Int("mb", 64, "")
	every = flag.Int("every", 1, "")
	sws   = flag.String("sw", "", "")
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(1, &r) // RUSAGE_THREAD
	return float64(r.Utime.Sec) + float64(r.Utime.Usec)/1e6
}

func load(t testing.TB, name string) (Board, []Position, []int, []string) {
	f, err := os.Open(filepath.Join(*dir, name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	var b Board
	var ps []Position
	var want []int
	var lines []string
	for sc.Scan() {
		line := sc.Text()
		if strings.HasPrefix(line, "#") {
			fmt.Sscanf(line, "# game connect4:%dx%d:%d", &b.Columns, &b.Rows, &b.Align)
			continue
		}
		f := strings.Fields(line)
		var p Position
		if f[0] != "-" {
			for _, ch := range f[0] {
				c := uint(ch - '1')
				bot := uint64(1) << (c * uint(b.Rows+1))
				col := bot<<uint(b.Rows) - bot
				m := (p.Mask + bot) & col
				p.Own, p.Mask = p.Own^p.Mask, p.Mask|m
			}
		}
		v, _ := strconv.Atoi(f[1])
		ps, want, lines = append(ps, p), append(want, v), append(lines, f[0])
	}
	return b, ps, want, lines
}

func defaults() Techniques {
	sw := AllTechniques()
	for _, f := range strings.Split(*sws, ",") {
		switch {
		case f == "nodeep":
			sw.Deepening = false
		case f == "nocut":
			sw.Cutoffs = false
		case f == "nozug":
			sw.Zugzwang = false
		case f == "nothreats":
			sw.Threats = false
		case f == "noparity":
			sw.Parity = false
		case strings.HasPrefix(f, "mirror"):
			fmt.Sscanf(f, "mirror%d", &sw.MirrorBelow)
		}
	}
	return sw
}

func TestSets(t *testing.T) {
	for _, name := range strings.Split(*sets, ",") {
		b, ps, want, lines := load(t, name)
		runtime.LockOSThread()
		s := NewWith(b, NewTable(b, *mb<<20), defaults())
		for i := range s.table.words {
			s.table.words[i] = 0
		}
		start := cpu()
		bad := 0
		asked := 0
		for i, p := range ps {
			if i%*every != 0 {
				continue
			}
			asked++
			if got := s.Score(p); got != want[i] {
				bad++
				if bad < 5 {
					t.Errorf("%s %s: %d, want %d", name, lines[i], got, want[i])
				}
			}
		}
		d := cpu() - start
		k := float64(asked)
		t.Logf("%-20s %10.1f us %10.0f nodes  %5.0f ns/node bad %d", name, d/k*1e6, float64(s.nodes)/k, d*1e9/float64(s.nodes), bad)
	}
}

func TestHardest(t *testing.T) {
	b, ps, _, lines := load(t, *sets)
	s := NewWith(b, NewTable(b, *mb<<20), defaults())
	for i, p := range ps {
		before := s.nodes
		v := s.Score(p)
		if n := s.nodes - before; n > 3000 {
			t.Log(lines[i], v, n)
		}
	}
}

func TestTeam(t *testing.T) {
	b, ps, want, _ := load(t, *sets)
	for n := 1; n <= 2; n++ {
		team := NewTeam(b, NewTable(b, *mb<<20), n)
		start := time.Now()
		for i, p := range ps {
			if i%*every == 0 {
				if v := team.Score(p); v != want[i] {
					t.Error(v, want[i])
				}
			}
		}
		t.Log(n, time.Since(start), team.Nodes())
	}
}

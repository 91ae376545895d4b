package experiment

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/match"
)

// shortExperiments returns an experiment of each kind that takes little time.
func shortExperiments(t *testing.T) (all []*Experiment) {
	t.Helper()
	for _, k := range Kinds() {
		s := k.Usual
		s.Seed, s.Game = 3, "connect4:4x4:3"
		s.Depth, s.N, s.Positions, s.Opening = min(s.Depth, 3), min(s.N, 6), min(s.Positions, 1), min(s.Opening, 2)
		if s.Kind == "effort" {
			s.Positions, s.Opening = 4, 3
		}
		e, err := k.New(s)
		if err != nil {
			t.Fatalf("%s: %v", s.Kind, err)
		}
		all = append(all, e)
	}
	return all
}

// run runs an experiment until stopAfter trials are done; 0: until all are.
func run(t *testing.T, e *Experiment, stopAfter int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last := 0
	err := e.Run(ctx, func(done, all int) {
		if done != last+1 || done > all {
			t.Errorf("%d of %d trials after %d", done, all, last)
		}
		if last = done; done == stopAfter {
			cancel()
		}
	})
	if err != nil && (stopAfter == 0 || !errors.Is(err, context.Canceled)) {
		t.Fatalf("%s: %v", e.Kind, err)
	}
}

// withoutTimes returns a table as CSV, without the columns of times.
func withoutTimes(t *testing.T, table Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%v, %v", rows, err)
	}
	var out strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if !strings.HasPrefix(rows[0][i], "ms") {
				out.WriteString(cell + ",")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// TestStoppedExperiments stops each experiment after half of its trials. It must have a table, say that
// it is not complete, and end with the table of an experiment that was never stopped.
func TestStoppedExperiments(t *testing.T) {
	for i, e := range shortExperiments(t) {
		stopped, trials := shortExperiments(t)[i], len(e.trials)
		run(t, e, 0)
		run(t, stopped, trials/2)
		early := stopped.Table()
		if early.Complete || len(early.Rows) == 0 || len(stopped.trials) != trials-trials/2 {
			t.Errorf("%s: %d rows of a stopped experiment, complete %v", e.Kind, len(early.Rows), early.Complete)
		}
		run(t, stopped, 0)
		got, want := stopped.Table(), e.Table()
		if !got.Complete || !want.Complete || withoutTimes(t, got) != withoutTimes(t, want) {
			t.Errorf("%s: continued\n%swant\n%s", e.Kind, withoutTimes(t, got), withoutTimes(t, want))
		}
	}
}

// TestText writes every table as text, and checks the output.
func TestText(t *testing.T) {
	for _, e := range shortExperiments(t) {
		run(t, e, 0)
		table := e.Table()
		var text strings.Builder
		if err := table.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), "\n"); n < len(table.Rows)+3 || !strings.HasPrefix(text.String(), table.Title.String()) {
			t.Errorf("%s: %s", e.Kind, text.String())
		}
	}
}

// TestPlots writes the plot of every experiment before its first trial, after half of them and after
// all. Each plot must be well-formed, name the series of the table and have a point for each row.
func TestPlots(t *testing.T) {
	for _, e := range shortExperiments(t) {
		half := len(e.trials) / 2
		for _, stopAfter := range []int{-1, half, 0} {
			if stopAfter >= 0 {
				run(t, e, stopAfter)
			}
			table := e.Table()
			var svg, rows strings.Builder
			if err := errors.Join(table.WriteSVG(&svg), table.WriteCSV(&rows)); err != nil {
				t.Fatal(err)
			}
			var got, want []string
			points, wantPoints, description := 0, 0, ""
			for d := xml.NewDecoder(strings.NewReader(svg.String())); ; {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v in\n%s", e.Kind, err, svg.String())
				}
				element, _ := token.(xml.StartElement)
				switch {
				case element.Name.Local == "circle":
					points++
				case element.Name.Local == "desc":
					err = d.DecodeElement(&description, &element)
				case slices.Contains(element.Attr, xml.Attr{Name: xml.Name{Local: "class"}, Value: "series"}):
					var name string
					err = d.DecodeElement(&name, &element)
					got = append(got, name)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, row := range table.Rows {
				name := fmt.Sprint(row[0])
				switch {
				case e.Kind == "depths":
					name = fmt.Sprint("against depth ", row[1])
				case e.Kind == "weights" && row[1] != everybody:
					continue
				}
				if wantPoints++; !slices.Contains(want, name) {
					want = append(want, name)
				}
			}
			if !slices.Equal(got, want) || points != wantPoints || description != rows.String() {
				t.Errorf("%s: series %q with %d points, want %q with %d, in\n%s", e.Kind, got, points, want, wantPoints, svg.String())
			}
			if strings.Contains(svg.String(), "NaN") || strings.Contains(svg.String(), "Inf") || strings.Contains(svg.String(), "%!") {
				t.Errorf("%s: a position is not a number in\n%s", e.Kind, svg.String())
			}
		}
	}
}

func TestRefusedSettings(t *testing.T) {
	for _, k := range Kinds() {
		for name, change := range map[string]func(*Settings){
			"no game":       func(s *Settings) { s.Game = "" },
			"chess":         func(s *Settings) { s.Game = "chess" },
			"depth 0":       func(s *Settings) { s.Depth = 0 },
			"no games":      func(s *Settings) { s.N = -1 },
			"an odd number": func(s *Settings) { s.N = 3 },
			"no level":      func(s *Settings) { s.Levels = []string{"hardest"} },
			"positions":     func(s *Settings) { s.Positions = 3 },
			"an opening":    func(s *Settings) { s.Opening = 30 },
			"an evaluation": func(s *Settings) { s.Evaluation = "best" },
		} {
			// The kinds that refuse a change. All kinds refuse a change that is not listed.
			refusedBy := map[string]string{
				"depth 0": "effort depths", "no games": "depths weights",
				"an odd number": "depths weights", "no level": "weights reasons", "positions": "effort",
				"an opening": "effort depths weights reasons", "an evaluation": "effort",
			}
			s := k.Usual
			change(&s)
			_, err := k.New(s)
			if list, ok := refusedBy[name]; (!ok || strings.Contains(list, s.Kind)) != (err != nil) {
				t.Errorf("%s with %s: %v", s.Kind, name, err)
			}
		}
		if _, err := k.New(k.Usual); err != nil {
			t.Errorf("%s: %v", k.Usual.Kind, err)
		}
	}
	for _, name := range []string{"depth=0", "depth=21", "depth=x", "depth=04", "hard"} {
		if _, err := match.ParsePlayer(name); err == nil {
			t.Errorf("%s is a player", name)
		}
	}
}

// TestStatistics compares quantiles with tables of Student's t. It also checks that 95 % of the
// confidence intervals contain the mean of a known distribution, and checks branching.
func TestStatistics(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962} {
		if got := student(freedom); math.Abs(got-want) > 0.01*want {
			t.Errorf("student(%d) is %.4f, want %.3f", freedom, got, want)
		}
	}
	rng, containing := rand.New(rand.NewPCG(1, 1)), 0
	const samples = 4000
	for range samples {
		sample := make([]float64, 8)
		for i := range sample {
			sample[i] = 10 + rng.NormFloat64()
		}
		if m := meanOf(sample); m.Low <= 10 && m.High >= 10 {
			containing++
		}
	}
	if share := float64(containing) / samples; share < 0.94 || share > 0.96 {
		t.Errorf("%.3f of the intervals contain the mean", share)
	}
	for depth := 1; depth <= 9; depth++ {
		nodes, power := 1.0, 1.0
		for range depth {
			power *= 7
			nodes += power
		}
		if b := branching(nodes, depth); math.Abs(b-7) > 1e-6 {
			t.Errorf("depth %d: branching %v", depth, b)
		}
	}
}

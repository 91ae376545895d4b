package experiment

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/learn"
	"github.com/quatre/quatre/internal/names"
)

// withLearning returns an experiment of each kind, and a match and one of learning, after they have run.
func withLearning(t *testing.T) []*Experiment {
	t.Helper()
	all := shortExperiments(t)
	m, _, err := NewMatch(Settings{Game: "tictactoe", Levels: []string{"easy", "random", "depth=2"}, N: 4, Opening: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(learn.Settings{Game: "tictactoe", Rate: 0.3, Discount: 0.95, Explore: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewLearning(l, learn.Course{Episodes: 40, Every: 20, Games: 4, Levels: []string{"random", "depth=2"}})
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, m, e)
	for _, e := range all {
		run(t, e, 0)
	}
	return all
}

// A table in French has the numbers of the one in English, no word of it that French has another for, and the same CSV.
func TestFrench(t *testing.T) {
	for _, e := range withLearning(t) {
		table := e.Table()
		var english, text, svg, before, after strings.Builder
		err := errors.Join(table.WriteText(&english), table.WriteCSV(&before))
		table.Language = names.French
		if err := errors.Join(err, table.WriteText(&text), table.WriteSVG(&svg), table.WriteCSV(&after)); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() || !strings.Contains(before.String(), "against") && !strings.Contains(before.String(), "last_nodes") && !strings.Contains(before.String(), "at_once") {
			t.Errorf("CSV in French:\n%s", after.String())
		}
		if strings.Contains(text.String(), ".0") {
			t.Errorf("%s: a decimal point in\n%s", e.Kind, text.String())
		}
		for _, shown := range []string{text.String(), svg.String()} {
			for _, want := range []names.Text{table.Title, table.Measured} {
				if !strings.Contains(shown, want[names.French]) {
					t.Errorf("%s: not %q in\n%s", e.Kind, want[names.French], shown)
				}
			}
			for _, word := range []string{"random", "depth", "against", "turns", "others", "rate", "games", "seed", "points in", "nodes", "_low", "easy", "wins", " and "} {
				if strings.Contains(strings.ReplaceAll(shown, "depth=", ""), word) {
					t.Errorf("%s: %q in\n%s", e.Kind, word, shown)
				}
			}
		}
		in, out := strings.Split(english.String(), "\n"), strings.Split(text.String(), "\n")
		if len(in) != len(out) {
			t.Fatalf("%d lines in French, want %d", len(out), len(in))
		}
		numbers := func(line string) (found []string) {
			for _, word := range strings.Fields(line) {
				if strings.Trim(word, "0123456789.,") == "" {
					found = append(found, strings.Replace(word, ",", ".", 1))
				}
			}
			return found
		}
		for i := 3; i < 3+len(table.Rows); i++ {
			if got, want := numbers(out[i]), numbers(in[i]); !slices.Equal(got, want) || len(want) < 7 {
				t.Errorf("numbers %v, want %v", got, want)
			}
		}
		checkDescription(t, &table, svg.String())
	}
}

// checkDescription checks that the description of a plot in French has the whole table, with French separators.
func checkDescription(t *testing.T, table *Table, svg string) {
	t.Helper()
	var plot struct {
		Lang  string `xml:"lang,attr"`
		Rows  string `xml:"desc"`
		Texts []string
	}
	if err := xml.Unmarshal([]byte(svg), &plot); err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(strings.NewReader(plot.Rows))
	in.Comma = ';'
	rows, err := in.ReadAll()
	if err != nil && !errors.Is(err, io.EOF) || plot.Lang != "fr" || !slices.EqualFunc(rows, table.lines(names.French), slices.Equal) {
		t.Errorf("%v, lang %q, %v", err, plot.Lang, rows)
	}
}

// Each column has a name and a meaning in both languages; a plain CSV has no accent in a name.
func TestColumnsInBothLanguages(t *testing.T) {
	for _, e := range withLearning(t) {
		heads := [2][]string{}
		for _, c := range e.Table().Columns {
			if c.Name[0] == "" || c.Name[1] == "" || (c.About[0] == "") != (c.About[1] == "") {
				t.Errorf("%s: %q, %q", e.Kind, c.Name, c.About)
			}
			for i, name := range c.Name {
				heads[i] = append(heads[i], name)
			}
		}
		for _, names := range heads {
			slices.Sort(names)
			if len(slices.Compact(slices.Clone(names))) != len(names) {
				t.Errorf("%s: two columns have one name: %q", e.Kind, names)
			}
		}
	}
}

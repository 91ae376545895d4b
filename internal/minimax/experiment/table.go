package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/names"
)

// Table is the result of an experiment, for people and programs.
type Table struct {
	Title    names.Text
	Measured names.Text // the settings, and whether all trials are done
	Complete bool       // all trials are done
	Columns  []Column
	Rows     [][]any // a names.Text, int or float64 for each column; nil where there is no value
	Language int     // of package names, for people: CSV is always in English
	plot     plot
}

// Column describes a column of a table.
type Column struct {
	Name   names.Text // for programs in English, and short enough for people
	About  names.Text // its unit or meaning; may be empty
	format format
}

// format says how a column is printed.
type format int

const (
	text    format = iota
	whole          // a whole number
	decimal        // three digits after the point, or one from 100 on
)

// cell formats a value of the column in a language.
func (c Column) cell(language int, v any) string {
	var x float64
	switch v := v.(type) {
	case nil:
		return ""
	case names.Text:
		return v[language]
	case int:
		x = float64(v)
	case float64:
		x = v
	}
	switch {
	case c.format == whole:
		return fmt.Sprintf("%.0f", x)
	case math.Abs(x) >= 100:
		return names.Decimal(language, fmt.Sprintf("%.1f", x))
	default:
		return names.Decimal(language, fmt.Sprintf("%.3f", x))
	}
}

// lines returns the names of the columns and then the rows, as text in a language.
func (t *Table) lines(language int) [][]string {
	var head []string
	for _, c := range t.Columns {
		head = append(head, c.Name[language])
	}
	lines := [][]string{head}
	for _, row := range t.Rows {
		var cells []string
		for i, v := range row {
			cells = append(cells, t.Columns[i].cell(language, v))
		}
		lines = append(lines, cells)
	}
	return lines
}

// WriteText writes the table for people, with aligned columns. The error is that of w.
func (t *Table) WriteText(w io.Writer) error {
	lines, widths := t.lines(t.Language), make([]int, len(t.Columns))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", t.Title[t.Language], t.Measured[t.Language])
	for _, line := range lines {
		var out strings.Builder
		for i, cell := range line {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.Columns[i].format == text {
				out.WriteString(cell + gap + "  ")
			} else {
				out.WriteString(gap + cell + "  ")
			}
		}
		b.WriteString(strings.TrimRight(out.String(), " ") + "\n")
	}
	for _, c := range t.Columns {
		if c.About != (names.Text{}) {
			b.WriteString(noteText.Say(t.Language, c.Name, c.About) + "\n")
		}
	}
	b.WriteString(intervalText[t.Language] + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV writes the names of the columns and then the rows, as comma-separated values (RFC 4180). It fails if w does.
func (t *Table) WriteCSV(w io.Writer) error { return csv.NewWriter(w).WriteAll(t.lines(names.English)) }

// mean is a mean with its 95 % confidence interval.
type mean struct{ Mean, Low, High float64 }

// cells returns the cells of a mean of n values. A single value has no interval.
func (m mean) cells(n int) []any {
	if n < 2 {
		return []any{m.Mean, nil, nil}
	}
	return []any{m.Mean, m.Low, m.High}
}

// meanOf returns the mean of a sample, with its confidence interval by Student's t distribution.
func meanOf(sample []float64) mean {
	n := float64(len(sample))
	sum, squares := 0.0, 0.0
	for _, x := range sample {
		sum += x / n
	}
	if len(sample) < 2 {
		return mean{sum, sum, sum}
	}
	for _, x := range sample {
		squares += (x - sum) * (x - sum)
	}
	spread := student(len(sample)-1) * math.Sqrt(squares/(n-1)/n)
	return mean{sum, max(0, sum-spread), sum + spread}
}

// student returns the 97.5 % quantile of Student's t distribution, by the expansion of Cornish
// and Fisher. For one and two degrees of freedom it is exact.
func student(degreesOfFreedom int) float64 {
	switch degreesOfFreedom {
	case 1:
		return 12.7062
	case 2:
		return 4.30265
	}
	const z = 1.959964
	n := float64(degreesOfFreedom)
	z2 := z * z
	return z + z*(z2+1)/(4*n) + z*((5*z2+16)*z2+3)/(96*n*n) + z*(((3*z2+19)*z2+17)*z2-15)/(384*n*n*n)
}

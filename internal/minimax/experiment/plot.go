package experiment

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/names"
)

// plot is the picture of a table: a line for each series or, if each has one point, a bar.
type plot struct {
	x, y   names.Text // names of the axes
	log    bool       // the values are decimal logarithms; otherwise they are 0 to 100 percent
	bars   bool
	points []point // those of a series follow each other
}

type point struct {
	series names.Text
	x      int
	mean
}

// Lines differ by colour and by dashes, for readers who cannot distinguish the colours. The first
// colours follow Okabe and Ito (2008), some of them darker for contrast on white.
var (
	colours = []string{"#0072b2", "#d55e00", "#007a5a", "#a3487d", "#8a6d00", "#555555", "#b03a2e"}
	dashes  = []string{"none", "7 4", "2 3", "10 3 2 3"}
)

// WriteSVG writes the plot as an SVG image. Its description has the table as CSV, for readers who
// cannot see it; a table in French has it with the separators of French, ; and the decimal comma. It fails if w does.
func (t *Table) WriteSVG(w io.Writer) error {
	const left, top, bottom = 76, 68, 404 // of the area between the axes, in pixels
	p, right, margin, first, last := t.plot, 560, 160, math.MaxInt, 1
	most, step, label := 100.0, 20.0, "%g"
	if p.log {
		most, step, label = 1, 1, `10<tspan dy="-5" font-size="10">%g</tspan>`
	}
	for _, q := range p.points {
		first, last, most = min(first, q.x), max(last, q.x), max(most, math.Ceil(q.High))
		if p.bars { // their names are below them
			right, margin = max(right, 696, left+len(p.points)*(8*utf8.RuneCountInString(q.series[t.Language])+8)), 24
		}
	}
	first = min(first, last) // there may be no point
	atX := func(x int) int { return left + (right-left)*(2*(x-first)+1)/(2*(last-first+1)) }
	atY := func(y float64) float64 { return math.Round(10*(bottom-y/most*(bottom-top))) / 10 }
	var out, rows strings.Builder
	draw := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for y := 0.0; y <= most; y += step {
		draw(`<path d="M%d,%gH%d" stroke="#c9ced8"/>`, left, atY(y), right)
		draw(`<text x="%d" y="%g" text-anchor="end">`+label+`</text>`, left-8, atY(y)+4, y)
	}
	for x := first; x <= last && !p.bars; x += 1 + (last-first)/20 { // as many as have room
		draw(`<text x="%d" y="%d" text-anchor="middle">%d</text>`, atX(x), bottom+18, x)
	}
	n := 0 // the number of the line, which is shifted by 3n pixels so that no interval hides another
	for i, q := range p.points {
		begins := i == 0 || p.points[i-1].series != q.series
		if begins && i > 0 && !p.bars {
			n++
		}
		x, y, name := atX(q.x)+3*n, atY(q.Mean), html.EscapeString(q.series[t.Language])
		colour, dash := colours[n%len(colours)], dashes[n%len(dashes)]
		draw(`<circle cx="%d" cy="%g" r="2.5" fill="%s"/>`, x, y, colour)
		draw(`<path d="M%d,%gV%g" stroke="%s"/>`, x, atY(q.Low), atY(q.High), colour)
		switch style := fmt.Sprintf(`stroke="%s" stroke-width="2" stroke-dasharray="%s"`, colour, dash); {
		case p.bars:
			draw(`<path d="M%d,%dV%g" stroke="%s" stroke-width="32" stroke-opacity="0.4"/>`, x, bottom, y, colour)
			draw(`<text x="%d" y="%g" text-anchor="middle">%.0f</text>`, x, atY(q.High)-6, q.Mean)
			draw(`<text x="%d" y="%d" text-anchor="middle" class="series">%s</text>`, x, bottom+18, name)
		case begins: // the legend
			draw(`<path d="M%d,%dh26" %s/>`, right+12, top+18*n, style)
			draw(`<text x="%d" y="%d" class="series">%s</text>`, right+44, top+18*n+4, name)
		default:
			draw(`<path d="M%d,%gL%d,%g" %s/>`, atX(p.points[i-1].x)+3*n, atY(p.points[i-1].Mean), x, y, style)
		}
	}
	lines := csv.NewWriter(&rows)
	if t.Language == names.French {
		lines.Comma = ';'
	}
	_ = lines.WriteAll(t.lines(t.Language)) // a builder takes everything
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" lang="%[9]s" viewBox="0 0 %[1]d 460" width="%[1]d" height="460"
 role="img" aria-labelledby="title" aria-describedby="rows" style="font: 13px system-ui, sans-serif; fill: #1d2330">
<title id="title">%[2]s</title>
<desc id="rows">%[3]s</desc>
<rect width="100%%" height="100%%" fill="#fff"/>
<text x="16" y="26" font-size="16" font-weight="600">%[2]s</text>
<text x="16" y="46">%[4]s</text>
<text x="%[5]d" y="446" text-anchor="middle">%[6]s</text>
<text transform="translate(18 236) rotate(-90)" text-anchor="middle">%[7]s</text>
%[8]s</svg>
`, right+margin, t.Title[t.Language], html.EscapeString(rows.String()), t.Measured[t.Language], (left+right)/2,
		p.x[t.Language], p.y[t.Language], out.String(), names.Codes[t.Language])
	return err
}

package experiment

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Plot is the picture of a table: lines, or one bar for each line.
type Plot struct {
	X     string  `json:"x"` // names of the axes
	Y     string  `json:"y"`
	Log   bool    `json:"log,omitempty"`  // the axis of Y has powers of ten
	Top   float64 `json:"top,omitempty"`  // the end of the axis of Y; 0: chosen to fit the points
	Bars  bool    `json:"bars,omitempty"` // each line has one point and is drawn as a bar
	Lines []Line  `json:"lines"`
}

// Line is a line of a plot.
type Line struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a point with the confidence interval of Y.
type Point struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// The sizes of a picture, in pixels.
const (
	plotWidth, plotHeight             = 720, 440
	marginLeft, marginRight           = 76, 160
	marginTop, marginBottom           = 48, 56
	legendLine                        = 18
	maxMarksOfY                       = 8 // number of marks on the axis of Y
	barHeight, barGap, barLabelColumn = 22, 12, 250
)

// Lines differ by colour and by dashes, for readers who cannot distinguish the colours. The first
// colours follow Okabe and Ito (2008), some of them darker for contrast on white.
var (
	lineColours = []string{"#0072b2", "#d55e00", "#007a5a", "#a3487d", "#8a6d00", "#555555", "#2f6f9f", "#b03a2e"}
	lineDashes  = []string{"", "7 4", "2 3", "10 3 2 3"}
)

// picture collects the elements of an SVG image.
type picture struct{ b bytes.Buffer }

func (p *picture) draw(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *picture) text(x, y float64, class, content string) {
	p.draw(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, escaped(content))
}

func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}

// WriteSVG writes the plot as an SVG image. The description of the image has the table as CSV, for
// readers who cannot see the image.
func (t *Table) WriteSVG(w io.Writer) error {
	var body picture
	height := plotHeight
	if t.Plot.Bars {
		height = marginTop + len(t.Plot.Lines)*(barHeight+barGap) + marginBottom
		t.Plot.drawBars(&body, float64(height))
	} else {
		t.Plot.drawLines(&body)
	}
	var rows strings.Builder
	if err := t.WriteCSV(&rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title" aria-describedby="rows">
<title id="title">%s</title>
<desc id="rows">%s</desc>
<style>
text { font: 13px system-ui, sans-serif; fill: #1d2330 }
.head { font-size: 16px; font-weight: 600 }
.end { text-anchor: end } .middle { text-anchor: middle }
.axis { stroke: #1d2330; stroke-width: 1 } .grid { stroke: #c9ced8; stroke-width: 1 }
</style>
<rect width="100%%" height="100%%" fill="#fff"/>
<text x="16" y="26" class="head">%s</text>
%s</svg>
`, plotWidth, height, plotWidth, height, escaped(t.Title), escaped(rows.String()), escaped(t.Title), body.b.String())
	return err
}

// scale maps values of an axis to pixels.
type scale struct {
	low, high  float64 // values, or their logarithms
	start, end float64 // pixels
	log        bool
}

// at returns the pixel of a value.
func (s scale) at(v float64) float64 {
	if s.log {
		v = math.Log10(max(v, 1))
	}
	return s.start + (v-s.low)/(s.high-s.low)*(s.end-s.start)
}

// step returns the distance between marks on an axis of this span: the least that needs at most
// maxMarks steps and is 1, 2 or 5 times a power of ten.
func step(span float64, maxMarks int) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/float64(maxMarks))))
	for _, times := range []float64{1, 2, 5, 10} {
		if span/(times*power) <= float64(maxMarks) {
			return times * power
		}
	}
	return 10 * power
}

// scales returns the scales of the axes, which fit all points.
func (p *Plot) scales() (x, y scale) {
	x = scale{low: math.Inf(1), high: math.Inf(-1), start: marginLeft, end: plotWidth - marginRight}
	top := 0.0
	for _, l := range p.Lines {
		for _, q := range l.Points {
			x.low, x.high = min(x.low, q.X), max(x.high, q.X)
			top = max(top, q.High, q.Y)
		}
	}
	if !(x.high > x.low) { // no point, or one
		x.low, x.high = max(0, min(x.low, 1e9)-1), max(x.high, 0)+1
	}
	y = scale{high: top, start: plotHeight - marginBottom, end: marginTop, log: p.Log}
	switch {
	case p.Top > 0:
		y.high = p.Top
	case p.Log:
		y.high = math.Ceil(math.Log10(max(top, 10)))
	case top == 0:
		y.high = 1
	default:
		mark := step(top, maxMarksOfY)
		y.high = mark * math.Ceil(top/mark)
	}
	return x, y
}

func (p *Plot) drawLines(out *picture) {
	x, y := p.scales()
	dy := 1.0
	if !p.Log {
		dy = step(y.high-y.low, maxMarksOfY)
	}
	for v := y.low; v <= y.high+dy/1e6; v += dy {
		value := v
		if p.Log {
			value = math.Pow(10, v)
		}
		out.draw(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" class="grid"/>`, marginLeft, plotWidth-marginRight, y.at(value), y.at(value))
		out.text(marginLeft-8, y.at(value)+4, "end", formatMark(value))
	}
	dx := max(1, step(x.high-x.low, 12))
	for v := math.Ceil(x.low/dx) * dx; v <= x.high+dx/1e6; v += dx {
		out.text(x.at(v), plotHeight-marginBottom+18, "middle", formatMark(v))
	}
	out.draw(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" class="axis"/>`, marginLeft, plotWidth-marginRight, y.start, y.start)
	out.text((marginLeft+plotWidth-marginRight)/2, plotHeight-18, "middle", p.X)
	out.draw(`<text transform="translate(18 %d) rotate(-90)" class="middle">%s</text>`, (marginTop+plotHeight-marginBottom)/2, escaped(p.Y))
	for i, l := range p.Lines {
		l.draw(out, i, x, y)
	}
	p.drawLegend(out)
}

func (l *Line) draw(out *picture, i int, x, y scale) {
	colour, dash := lineColours[i%len(lineColours)], lineDashes[i%len(lineDashes)]
	var points strings.Builder
	for _, q := range l.Points {
		fmt.Fprintf(&points, "%.1f,%.1f ", x.at(q.X), y.at(q.Y))
		if q.High > q.Low {
			out.draw(`<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s"/>`, x.at(q.X), x.at(q.X), y.at(q.Low), y.at(q.High), colour)
		}
		out.draw(`<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`, x.at(q.X), y.at(q.Y), colour)
	}
	out.draw(`<polyline points="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`,
		strings.TrimSpace(points.String()), colour, dash)
}

// drawLegend names the lines at the right of the plot.
func (p *Plot) drawLegend(out *picture) {
	left := plotWidth - marginRight + 12
	for i, l := range p.Lines {
		y := float64(marginTop + 12 + i*legendLine)
		out.draw(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`,
			left, left+26, y-4, y-4, lineColours[i%len(lineColours)], lineDashes[i%len(lineDashes)])
		out.text(float64(left+32), y, "", l.Name)
	}
}

func (p *Plot) drawBars(out *picture, height float64) {
	_, y := p.scales()
	x := scale{high: y.high, start: barLabelColumn, end: plotWidth - 70}
	for v, d := 0.0, step(x.high, 5); v <= x.high+d/1e6; v += d {
		out.draw(`<line x1="%.1f" x2="%.1f" y1="%d" y2="%.1f" class="grid"/>`, x.at(v), x.at(v), marginTop, height-marginBottom)
		out.text(x.at(v), height-marginBottom+18, "middle", formatMark(v))
	}
	for i, l := range p.Lines {
		top := float64(marginTop + i*(barHeight+barGap) + barGap/2)
		out.text(barLabelColumn-8, top+barHeight/2+4, "end", shortened(l.Name))
		for _, q := range l.Points {
			out.draw(`<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`, x.start, top, x.at(q.Y)-x.start, barHeight, lineColours[0])
			out.draw(`<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="axis"/>`, x.at(q.Low), x.at(q.High), top+barHeight/2, top+barHeight/2)
			out.text(x.at(max(q.High, q.Y))+6, top+barHeight/2+4, "", fmt.Sprintf("%.0f", q.Y))
		}
	}
	out.text((x.start+x.end)/2, height-18, "middle", p.Y)
}

// shortened cuts a name to the length that fits next to a bar.
func shortened(name string) string {
	const most = 36
	if utf8.RuneCountInString(name) <= most {
		return name
	}
	return string([]rune(name)[:most-1]) + "…"
}

// formatMark formats a mark of an axis.
func formatMark(v float64) string {
	switch {
	case v >= 1e9:
		return fmt.Sprintf("%g G", v/1e9)
	case v >= 1e6:
		return fmt.Sprintf("%g M", v/1e6)
	case v >= 1e4:
		return fmt.Sprintf("%g k", v/1e3)
	default:
		return fmt.Sprintf("%g", math.Round(v*1e6)/1e6)
	}
}

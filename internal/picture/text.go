package picture

import (
	"image/color"
	"slices"
	"strings"
	"sync"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	ucd "golang.org/x/text/unicode/bidi"
)

// typesetter shapes text and breaks it into lines.
type typesetter struct {
	faces   [2]*font.Face
	bidi    bidi.Paragraph
	shaper  shaping.HarfbuzzShaper
	split   shaping.Segmenter
	wrapper shaping.LineWrapper
}

// typesetters are reused, because each keeps what it has learnt about its fonts.
var typesetters = sync.Pool{New: func() any {
	t := &typesetter{}
	for i, f := range fonts() {
		t.faces[i] = font.NewFace(f)
	}
	return t
}}

// oneFace is a shaping.Fontmap that knows one font.
type oneFace struct{ face *font.Face }

func (f oneFace) ResolveFace(rune) *font.Face { return f.face }

// textLine is a line of text as outlines. Its baseline begins at 0,0.
type textLine struct {
	outline path
	width   float32
}

// shape returns the runs of a text with these levels, in logical order. size is in pixels.
func (t *typesetter) shape(text []rune, levels []int, face *font.Face, size float32) []shaping.Output {
	var runs []shaping.Output
	for start, end := 0, 0; start < len(text); start = end {
		for end = start; end < len(text) && levels[end] == levels[start]; end++ {
		}
		in := shaping.Input{
			Text: text, RunStart: start, RunEnd: end, Direction: di.Direction(levels[start] % 2), Face: face,
			Size: fixed.Int26_6(size * 64), Language: language.NewLanguage("en"),
		}
		for _, part := range t.split.Split(in, oneFace{face}) {
			runs = append(runs, t.shaper.Shape(part))
		}
	}
	return runs
}

// lines breaks a text into lines of at most this width. If it needs more lines than allowed, it
// is cut short with an ellipsis, and whole is false.
func (t *typesetter) lines(text string, size, width float32, most int) (lines []textLine, whole bool) {
	runes := []rune(strings.ReplaceAll(text, "\u202f", "\u00a0")) // the first font lacks the narrow space of French
	if len(runes) == 0 {
		return nil, true
	}
	face, levels := t.faces[fontFor(runes)], t.levels(runes)
	config := shaping.WrapConfig{Direction: di.DirectionLTR, TruncateAfterLines: most, BreakPolicy: shaping.WhenNecessary}
	config.Truncator = t.shape([]rune("…"), []int{0}, face, size)[0]
	wrapped, cut := t.wrapper.WrapParagraph(config, int(width), runes, shaping.NewSliceIterator(t.shape(runes, levels, face, size)))
	for _, runs := range wrapped {
		lines = append(lines, outlineOf(runs, levels))
	}
	return lines, cut == 0
}

// levels returns the levels of a text that runs from left to right (Unicode Standard Annex 9). Level 1
// runs from right to left; in it, numbers and words that run from left to right have level 2. The
// text may have isolates (U+2068 to U+2069), but none in another, and no other formatting characters.
func (t *typesetter) levels(text []rune) []int {
	levels, classes := make([]int, len(text)), make([]ucd.Class, len(text)+1)
	for i, r := range text {
		properties, _ := ucd.LookupRune(r)
		classes[i] = properties.Class()
	}
	classes[len(text)] = ucd.B
	isRight := func(c ucd.Class) bool { return c == ucd.R || c == ucd.AL }
	endsSearch := func(c ucd.Class) bool { return c == ucd.L || isRight(c) || c == ucd.PDI || c == ucd.B }

	runs := t.bidi.Segment(text, bidi.LeftToRight)
	for i := range runs.NumRuns() {
		for run := runs.Run(i); run.Start < run.End; run.Start++ {
			levels[run.Start] = int(run.Level) % 2 // a run may begin with level 2 and go on with level 0
		}
	}
	// toLeft: in an isolate that runs from right to left. number: EN or AN in a number of level 2, else ON.
	strong, toLeft, number := ucd.L, false, ucd.ON
	kind := func(c ucd.Class) ucd.Class { // rules W2 and W7
		switch {
		case c == ucd.AN, c == ucd.EN && strong == ucd.AL:
			return ucd.AN
		case c == ucd.EN && strong == ucd.R:
			return ucd.EN
		}
		return ucd.ON
	}
	for i, class := range classes[:len(text)] {
		next := kind(classes[i+1])
		switch {
		case class == ucd.FSI:
			strong = classes[i+1+slices.IndexFunc(classes[i+1:], endsSearch)]
			toLeft, number = isRight(strong), ucd.ON
			continue
		case class == ucd.PDI:
			strong, toLeft, number = ucd.L, false, ucd.ON
		case class == ucd.L, isRight(class):
			strong, number = class, ucd.ON
		case class == ucd.ET && (number == ucd.EN || next == ucd.EN): // rule W5
			number = ucd.EN
		case (class == ucd.ES || class == ucd.CS) && number == next, class == ucd.NSM, class == ucd.BN: // rules W4 and W1
		default:
			number = kind(class)
		}
		if levels[i] == 0 && (toLeft || number != ucd.ON) {
			levels[i] = 2
		}
	}
	return levels
}

// visual returns the indexes of characters or runs with these levels, from left to right: rule L2.
func visual(levels []int) []int {
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	for least := 2; least > 0; least-- {
		for start := 0; start < len(order); start++ {
			end := start
			for end < len(order) && levels[order[end]] >= least {
				end++
			}
			slices.Reverse(order[start:end])
			start = max(start, end)
		}
	}
	return order
}

// outlineOf returns the outlines of the glyphs of a line. levels are those of the whole text.
func outlineOf(runs []shaping.Output, levels []int) (line textLine) {
	own := make([]int, len(runs))
	for i, run := range runs {
		own[i] = levels[run.Runes.Offset]
	}
	if i := len(runs) - 1; own[i] == 1 && len(runs[i].Glyphs) > 0 && runs[i].Glyphs[0].Width == 0 {
		runs[i].Glyphs[0].Advance = 0 // a space at the end of the line
	}
	x := float32(0)
	for _, i := range visual(own) {
		run := runs[i]
		unit := float32(run.Size) / 64 / float32(run.Face.Upem())
		for _, g := range run.Glyphs {
			if outline, ok := run.Face.GlyphDataOutline(g.GlyphID); ok {
				line.outline.add(outline.Segments, pt(x+float32(g.XOffset)/64, -float32(g.YOffset)/64), unit, -unit)
			}
			x += float32(g.Advance) / 64
		}
	}
	line.width = x
	return line
}

// write draws a line of text that begins at a point of its baseline.
func (c *canvas) write(line textLine, at point, colour color.RGBA) {
	c.fill(new(path).add(line.outline, at, 1, 1), solid(colour))
}

// label draws a few characters, centred on a point of their baseline. size is in units of the
// drawing.
func (c *canvas) label(text string, at point, size float32, colour color.RGBA) {
	const shaped = 100 // the size that its outline has at first
	t := typesetters.Get().(*typesetter)
	defer typesetters.Put(t)
	lines, _ := t.lines(text, shaped, 10*shaped, 1)
	scale := size / shaped
	at.X -= lines[0].width * scale / 2
	c.fill(new(path).add(lines[0].outline, at, scale, scale), solid(colour))
}

// widestWord returns the width of the longest word of a text.
func (t *typesetter) widestWord(text string, size float32) (widest float32) {
	for word := range strings.FieldsSeq(text) {
		lines, _ := t.lines(word, size, 1<<20, 1)
		widest = max(widest, lines[0].width)
	}
	return widest
}

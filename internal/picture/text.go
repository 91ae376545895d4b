package picture

import (
	"cmp"
	"image/color"
	"slices"
	"strings"
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// typesetter shapes text and breaks it into lines.
type typesetter struct {
	faces   [2]*font.Face
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

// shape returns the runs of a text, in logical order. size is in pixels.
func (t *typesetter) shape(text []rune, face *font.Face, size float32) []shaping.Output {
	in := shaping.Input{
		Text: text, RunEnd: len(text), Direction: di.DirectionLTR, Face: face,
		Size: fixed.Int26_6(size * 64), Language: language.NewLanguage("en"),
	}
	var runs []shaping.Output
	for _, part := range t.split.Split(in, oneFace{face}) {
		runs = append(runs, t.shaper.Shape(part))
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
	face := t.faces[fontFor(runes)]
	config := shaping.WrapConfig{Direction: di.DirectionLTR, TruncateAfterLines: most, BreakPolicy: shaping.WhenNecessary}
	config.Truncator = t.shape([]rune("…"), face, size)[0]
	wrapped, cut := t.wrapper.WrapParagraph(config, int(width), runes, shaping.NewSliceIterator(t.shape(runes, face, size)))
	for _, runs := range wrapped {
		lines = append(lines, outlineOf(runs))
	}
	return lines, cut == 0
}

// outlineOf returns the outlines of the glyphs of a line.
func outlineOf(runs []shaping.Output) (line textLine) {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b shaping.Output) int { return cmp.Compare(a.VisualIndex, b.VisualIndex) })
	x := float32(0)
	for _, run := range runs {
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

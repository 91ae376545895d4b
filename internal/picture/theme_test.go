package picture

import (
	"image/color"
	"os"
	"regexp"
	"testing"
)

// The colours are those of the page.
func TestThemesAreThePages(t *testing.T) {
	css, err := os.ReadFile("../../frontend/src/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark := themes[Light], themes[Dark]
	for name, got := range map[string][2]color.RGBA{
		"ground": {light.ground, dark.ground}, "text": {light.text, dark.text}, "text-soft": {light.textSoft, dark.textSoft}, "accent": {light.accent, dark.accent},
		"board-top": {light.boardTop, dark.boardTop}, "board-mid": {light.boardMid, dark.boardMid}, "board-low": {light.boardLow, dark.boardLow},
		"board-rim": {light.boardRim, dark.boardRim}, "board-edge": {light.boardEdge, dark.boardEdge},
		"hole-top": {light.holeTop, dark.holeTop}, "hole-low": {light.holeLow, dark.holeLow},
		"wood-top": {light.woodTop, dark.woodTop}, "wood-low": {light.woodLow, dark.woodLow}, "wood-edge": {light.woodEdge, dark.woodEdge},
		"wood-rim": {light.woodRim, dark.woodRim}, "wood-text": {light.woodText, dark.woodText},
		"well-top": {light.wellTop, dark.wellTop}, "well-low": {light.wellLow, dark.wellLow},
		"tile-top": {light.tileTop, dark.tileTop}, "tile-low": {light.tileLow, dark.tileLow}, "tile-edge": {light.tileEdge, dark.tileEdge},
		"tile-rim": {light.tileRim, dark.tileRim}, "tile-text": {light.tileText, dark.tileText},
		"dish-top": {light.dishTop, dark.dishTop}, "dish-low": {light.dishLow, dark.dishLow},
	} {
		found := regexp.MustCompile(`--` + name + `: light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);`).FindSubmatch(css)
		if found == nil || got != [2]color.RGBA{hex(string(found[1])), hex(string(found[2]))} {
			t.Errorf("%s is %v here, and on the page %s", name, got, found)
		}
	}
	for name, disc := range discs {
		for suffix, got := range map[string]color.RGBA{"": disc.plain, "-light": disc.light, "-dark": disc.dark} {
			found := regexp.MustCompile(`--` + name + suffix + `: #([0-9a-f]{6});`).FindSubmatch(css)
			if found == nil || got != hex(string(found[1])) {
				t.Errorf("%s%s is %v here, and on the page %s", name, suffix, got, found)
			}
		}
		edge := regexp.MustCompile(`--` + name + `-edge: var\(--` + name + `-(light|dark)\);`).FindSubmatch(css)
		if edge == nil || disc.edge != map[string]color.RGBA{"light": disc.light, "dark": disc.dark}[string(edge[1])] {
			t.Errorf("the edge of %s is %v here, and on the page %s", name, disc.edge, edge)
		}
	}
}

// A palette has room for one colour more, which stands for a pixel that does not change.
func TestPalettesFit(t *testing.T) {
	for _, variant := range []string{"connect4:7x6:4", "tictactoe", "force3"} {
		b := mustAt(t, variant, "")
		for _, theme := range themes {
			for one := range discs {
				for two := range discs {
					if n := len(newPalette(b, [2]string{one, two}, theme, true).colours); n > 255 {
						t.Errorf("%s: %d colours", variant, n)
					}
				}
			}
		}
	}
}

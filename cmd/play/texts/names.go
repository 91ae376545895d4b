package texts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// This file has the names that people may type in any language.

// LevelNames are the levels of the AI from the weakest to the strongest, as in the protocol.
var LevelNames = room.LevelNames()

// Level returns the name of a level. A custom level has its own name in quotes, or else its depth.
// An unknown level, such as one of a newer hub, keeps its name in the protocol.
func (l Lang) Level(name string) string {
	if t, ok := names.Levels[name]; ok {
		return t[l]
	}
	switch own, err := custom.Parse(name); {
	case err != nil:
		return name
	case own.Name != "":
		return l.Say(levelNamed, names.Isolated(own.Name))
	default:
		return l.Say(levelOfDepth, own.Depth)
	}
}

var (
	levelNamed   = Text{`"%s"`, "«\u00a0%s\u00a0»"}
	levelOfDepth = Text{"custom %d", "personnel %d"}
)

// TypedLevels lists the levels as people type them in the language: facile for easy.
func (l Lang) TypedLevels() string {
	typed := make([]string, len(LevelNames))
	for i, name := range LevelNames {
		typed[i] = strings.ReplaceAll(l.Level(name), " ", "-")
	}
	return strings.Join(typed, ", ")
}

// ParseLevel returns the protocol's name of a level that was typed in any language. It
// returns an unknown level unchanged: the hub may know it.
func ParseLevel(typed string) string { return cmp.Or(parseName(names.Levels, typed), typed) }

// ParseColour is ParseLevel for a colour.
func ParseColour(typed string) string { return cmp.Or(parseName(names.Colours, typed), typed) }

// emotes are the words that players can send each other, by their names in the protocol.
var emotes = map[string]Text{
	"hello":       {"hello", "bonjour"},
	"luck":        {"good luck", "bonne chance"},
	"well-played": {"well played", "bien joué"},
	"thanks":      {"thank you", "merci"},
	"oops":        {"oops", "oups"},
	"wow":         {"wow", "waouh"},
	"thinking":    {"let me think", "je réfléchis"},
	"bye":         {"goodbye", "au revoir"},
}

// Emote returns the words of an emote. An unknown emote, such as one of a newer hub, keeps its
// name in the protocol.
func (l Lang) Emote(name string) string {
	if t, ok := emotes[name]; ok {
		return t[l]
	}
	return name
}

// ParseEmote returns the protocol's name of an emote that was typed in any language; empty: there is none.
func ParseEmote(typed string) string { return parseName(emotes, typed) }

// EmoteList lists the words of all emotes.
func (l Lang) EmoteList() string {
	words := make([]string, len(room.Emotes))
	for i, name := range room.Emotes {
		words[i] = l.Emote(name)
	}
	return strings.Join(words, ", ")
}

// parseName finds the name that typed stands for: itself, or its text in any language.
func parseName[T ~[2]string](list map[string]T, typed string) string {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if normalize(name) == normalize(typed) || Text(list[name]).Is(typed) {
			return name
		}
	}
	return ""
}

// Is reports whether typed is t in any language, without regard to accents and capitals.
func (t Text) Is(typed string) bool {
	return slices.ContainsFunc(t[:], func(text string) bool { return normalize(text) == normalize(typed) })
}

// normalize returns text in lower case, without accents and with hyphens for spaces.
func normalize(text string) string {
	return strings.ReplaceAll(strings.ToLower(withoutAccents(strings.TrimSpace(text))), " ", "-")
}

// withoutAccents removes the accents of letters.
func withoutAccents(text string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text)))
}

// asciiSigns replaces the signs in the texts that ASCII lacks.
var asciiSigns = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "’", "'", "…", "...", "«", `"`, "»", `"`, "·", "-", "œ", "oe", "\u2068", "", "\u2069", "")

// ASCII returns text in ASCII. It removes accents, and replaces other characters by ?.
func ASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII {
			return r
		}
		return '?'
	}, withoutAccents(asciiSigns.Replace(text)))
}

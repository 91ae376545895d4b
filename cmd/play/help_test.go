package main

import (
	"strings"
	"testing"
)

// The help is found by its names, and leaves out the commands that are of no use in a game
// without a server.
func TestHelpWithoutServer(t *testing.T) {
	for _, c := range []struct {
		args       string
		has, lacks []string
	}{
		{"solo -lang en", []string{"/takeback", "/level [1|2]", "/delegate", "/why", "/save", "Ctrl+C leaves too."}, []string{"/claim", "/invite", "/say", "/pace", "keeps your seat"}},
		{"duo -lang en", []string{"/draw", "/delegate"}, []string{"/claim", "/level", "/pace"}},
		{"solo -lang fr", []string{"/reprendre", "/niveau [1|2] NIVEAU  ", "/pourquoi", "Ctrl+C quitte aussi."}, []string{"/reclamer", "/inviter", "garde votre place"}},
	} {
		for _, typed := range []string{"?", "help", "aide", "/help", "/aide"} {
			out := pipe(t, lines(typed, "q"), append(strings.Fields(c.args), "-plain")...)
			for _, want := range c.has {
				if !strings.Contains(out, want) {
					t.Errorf("%s, %s: the help lacks %q:\n%s", c.args, typed, want, out)
				}
			}
			for _, other := range c.lacks {
				if strings.Contains(out, other) {
					t.Errorf("%s, %s: the help has %q:\n%s", c.args, typed, other, out)
				}
			}
		}
	}
}

package texts

import (
	"testing"

	"github.com/quatre/quatre/internal/names"
)

func TestSystemLanguage(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want Lang
	}{
		{map[string]string{"LANG": "fr_FR.UTF-8"}, French},
		{map[string]string{"LANG": "fr_CA"}, French},
		{map[string]string{"LANG": "fr_BE@euro"}, French},
		{map[string]string{"LANG": "en_GB.UTF-8"}, English},
		{map[string]string{"LANG": "de_DE.UTF-8"}, English},
		{map[string]string{"LANG": "nonsense~"}, English},
		{map[string]string{"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, French},
		{map[string]string{"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, English},
		{map[string]string{"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, English},
		{map[string]string{"LC_MESSAGES": "fr_FR", "LANG": "en_US"}, French},
		{map[string]string{"LC_CTYPE": "fr_FR", "LANG": "en_US"}, English},
		{map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, French},
		{map[string]string{"LANG": "POSIX"}, English},
	} {
		if got := System(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %s, want %s", c.env, names.Codes[got], names.Codes[c.want])
		}
	}
}

func TestCountAndList(t *testing.T) {
	for n, want := range [][2]string{{"0 draws", "0 nulle"}, {"1 draw", "1 nulle"}, {"2 draws", "2 nulles"}} {
		for l := range French + 1 {
			if got := l.Count(n, OneDraw, Draws); got != want[l] {
				t.Errorf("%d in %s: %q", n, names.Codes[l], got)
			}
		}
	}
	if got := French.List("a", "b", "c"); got != "a, b ou c" {
		t.Errorf("list: %q", got)
	}
	if got := English.List("a") + English.List(); got != "a" {
		t.Errorf("short lists: %q", got)
	}
}

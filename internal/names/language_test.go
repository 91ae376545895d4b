package names

import "testing"

func TestPreferred(t *testing.T) {
	for wanted, want := range map[string]int{
		"": -1, "de": -1, "fr": French, "FR-ca": French, "fr_FR.UTF-8": French, "en_GB.UTF-8": English, "en;q=0.2, fr;q=0.9": French,
		"fr;q=0.2, en": English, "\xff;;;": -1, "de, fr;q=0.1": French, "fr;q=0": -1,
	} {
		index, ok := Preferred(wanted)
		if ok != (want >= 0) || index != max(want, 0) {
			t.Errorf("%q: %d, %v", wanted, index, ok)
		}
	}
}

func TestSay(t *testing.T) {
	both := Text{"%s: %v of %d", "%s\u00a0: %v sur %d"}.With(Text{"level", "niveau"}, 0.25, 3)
	if both != (Text{"level: 0.25 of 3", "niveau\u00a0: 0,25 sur 3"}) || both.String() != both[English] {
		t.Errorf("%q", both)
	}
	if got := (Text{"100 %", "100\u00a0%"}).Say(French); got != "100\u00a0%" {
		t.Errorf("%q", got)
	}
}

package ledger_test

import "testing"

var nameKeyCases = []testCase{
	{"KeepsNoEmptyKey", func(t *testing.T, s *suite) {
		for range 2 {
			if key, err := s.NameKey(testContext(t), nil); err != nil || len(key) > 0 {
				t.Fatalf("NameKey returned %q, error %v", key, err)
			}
		}
	}},
	{"KeepsTheFirstKey", func(t *testing.T, s *suite) {
		for _, proposal := range []string{"first\x00\xff", "second"} {
			key, err := s.NameKey(testContext(t), []byte(proposal))
			must(t, err)
			if string(key) != "first\x00\xff" {
				t.Fatalf("NameKey returned %q", key)
			}
		}
	}},
}

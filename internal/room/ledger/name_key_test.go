package ledger_test

import "testing"

var nameKeyCases = []testCase{
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

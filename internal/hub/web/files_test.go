package web

import "testing"

func TestCoding(t *testing.T) {
	for header, want := range map[string]string{
		"":                            "identity",
		"gzip":                        "gzip",
		"GZIP, BR":                    "br",
		"gzip, deflate, br, zstd":     "br",
		"br ; q=0.8 , gzip ; Q=0.8":   "br",
		"br;q=0, gzip;q=0":            "identity",
		"br;q=0.000, gzip":            "gzip",
		"identity;q=0, gzip;q=0.001":  "gzip",
		"gzip;q=0.001":                "gzip",
		"brotli, xgzip, gzipped":      "identity",
		"deflate, compress;q=1, zstd": "identity",
		",;, ;q=1,gzip":               "gzip",
	} {
		if got := coding(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

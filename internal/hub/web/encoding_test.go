package web

import "testing"

func TestCoding(t *testing.T) {
	for header, want := range map[string]string{
		"":                             "identity",
		"gzip":                         "gzip",
		"GZIP, BR":                     "br",
		"gzip, deflate, br, zstd":      "br",
		"br;q=0.5, gzip;q=0.8":         "gzip",
		"br ; q=0.8 , gzip ; Q=0.8":    "br",
		"br;q=0, gzip;q=0":             "identity",
		"br;q=0.000, gzip":             "gzip",
		"*":                            "br",
		"*;q=0.5, br;q=0":              "gzip",
		"*;q=0":                        "identity",
		"identity, gzip;q=0.5":         "identity",
		"identity;q=0.5, gzip;q=0.001": "identity",
		"identity;q=0, gzip;q=0.001":   "gzip",
		"gzip;q=0.001":                 "gzip",
		"gzip;q=2, br;q=NaN":           "identity",
		"gzip;level=9":                 "identity",
		"brotli, xgzip, gzipped":       "identity",
		"deflate, compress;q=1, zstd":  "identity",
		",;, ;q=1,gzip":                "gzip",
	} {
		if got := coding(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

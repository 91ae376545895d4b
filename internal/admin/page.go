package admin

import (
	_ "embed"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

//go:embed admin.css
var style []byte

// shown is what the page shows.
type shown struct {
	Overview
	Error  string
	Query  Query
	Number int    // of the page
	Newer  string // address of the page before; empty: none
	Older  string // of the next
	Every  int    // how often the browser asks anew, in seconds; 0: not by itself
	Toggle string // address that changes that
	Max    int
}

// refreshEvery is how often a page that refreshes does so, in seconds.
const refreshEvery = 10

func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	q, number, err := parseQuery(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	o, err := s.overview(r.Context(), q)
	v := shown{Overview: o, Query: q, Number: number, Max: MaxListed, Toggle: with(r.URL, "every", strconv.Itoa(refreshEvery))}
	if r.URL.Query().Get("every") != "" {
		v.Every, v.Toggle = refreshEvery, with(r.URL, "every", "")
	}
	if number > 1 {
		v.Newer = with(r.URL, "page", strconv.Itoa(number-1))
	}
	if o.More && number < maxPages {
		v.Older = with(r.URL, "page", strconv.Itoa(number+1))
	}
	status := http.StatusOK
	if err != nil {
		v.Error, status = err.Error(), http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, render(v))
}

// with returns the page's address with one more query, or without it.
func with(u *url.URL, name, value string) string {
	q := u.Query()
	q.Del(name)
	if value != "" {
		q.Set(name, value)
	}
	return "/?" + q.Encode()
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(style)
}

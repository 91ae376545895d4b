package admin

import (
	"embed"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

//go:embed admin.css
var files embed.FS

// pageData is what the page shows.
type pageData struct {
	Overview
	Language int // of package names
	Error    string
	Query    Query
	Number   int    // number of the page, from 1
	Previous string // address of the previous page; empty: none
	Next     string // address of the next page; empty: none
	Every    int    // seconds between automatic refreshes; 0: off
	Toggle   string // address that turns automatic refreshes on or off
	Max      int    // MaxListed
}

// refreshEvery is the interval of automatic refreshes, in seconds.
const refreshEvery = 10

func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	q, number, err := parseQuery(r)
	if err != nil {
		http.Error(w, textOf(err)[languageOf(r)], http.StatusBadRequest)
		return
	}
	o, err := s.overview(r.Context(), q)
	v := pageData{Overview: o, Query: q, Number: number, Max: MaxListed, Language: languageOf(r), Toggle: withQuery(r.URL, "every", strconv.Itoa(refreshEvery))}
	if r.URL.Query().Get("every") != "" {
		v.Every, v.Toggle = refreshEvery, withQuery(r.URL, "every", "")
	}
	if number > 1 {
		v.Previous = withQuery(r.URL, "page", strconv.Itoa(number-1))
	}
	if o.More && number < maxPages {
		v.Next = withQuery(r.URL, "page", strconv.Itoa(number+1))
	}
	status := http.StatusOK
	if err != nil {
		v.Error, status = err.Error(), http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, render(v))
}

// withQuery returns the page's address with a query parameter set, or removed if value is
// empty.
func withQuery(u *url.URL, name, value string) string {
	q := u.Query()
	q.Del(name)
	if value != "" {
		q.Set(name, value)
	}
	return "/?" + q.Encode()
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// This file is the part of docs/openapi.yaml that this program needs: opening
// rooms, and reading their logs.

const (
	requestWithin = 10 * time.Second
	maxAnswer     = 16 << 20 // bytes
	requestTries  = 12       // of one request, with backoff: longer than a hub's restart
)

// refusal is an answer of a hub that says no.
type refusal struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Retry bool   `json:"retry"`
}

func (f *refusal) Error() string { return f.Code + ": " + f.Text }

// errNoServer: none of the addresses takes connections.
var errNoServer = errors.New("no server")

// reach returns nil if one of the hubs takes connections.
func reach(ctx context.Context, urls []string) error {
	var last error
	for _, text := range urls {
		u, err := url.Parse(text)
		if err != nil {
			return err
		}
		host := u.Host
		if u.Port() == "" {
			host = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
		}
		d := net.Dialer{Timeout: requestWithin}
		conn, err := d.DialContext(ctx, "tcp", host)
		if err == nil {
			return conn.Close()
		}
		last = err
	}
	return fmt.Errorf("%w: %w", errNoServer, last)
}

// create opens a room and returns its id. A try whose answer was lost does no
// harm: the same id gives the same room.
func (r *run) create(ctx context.Context, index int, secret, opponent string) (string, error) {
	body, err := json.Marshal(map[string]string{"id": "c0", "variant": r.cfg.variant, "opponent": opponent})
	if err != nil {
		return "", err
	}
	answer, err := r.ask(ctx, index, http.MethodPost, "/api/rooms", secret, body)
	if err != nil {
		return "", err
	}
	var room struct {
		Room string `json:"room"`
	}
	if err := json.Unmarshal(answer, &room); err != nil || room.Room == "" {
		return "", errors.New("this is no hub: it opened no room")
	}
	return room.Room, nil
}

// entries calls each for the entries of a room after one. Their texts are valid
// during the call.
func (r *run) entries(ctx context.Context, index int, room string, after uint64, each func(*entry)) error {
	var m message
	for {
		answer, err := r.ask(ctx, index, http.MethodGet, "/api/rooms/"+room+"/entries?after="+strconv.FormatUint(after, 10), "", nil)
		if err != nil {
			return err
		}
		if !m.decode(answer) {
			return errors.New("the hub's answer is no JSON")
		}
		if len(m.entries) == 0 {
			return nil
		}
		for i := range m.entries {
			each(&m.entries[i])
		}
		last := m.entries[len(m.entries)-1].n
		if last <= after {
			return fmt.Errorf("room %s: asked for the entries after %d, the hub answers with %d", room, after, last)
		}
		after = last
	}
}

// ask makes one request, again while that may help, each time of the next hub.
func (r *run) ask(ctx context.Context, index int, method, path, secret string, body []byte) (answer []byte, err error) {
	for try := range requestTries {
		answer, err = r.askOnce(ctx, r.url(index+try)+path, method, secret, body)
		var no *refusal
		if err == nil || errors.As(err, &no) && !no.Retry || ctx.Err() != nil {
			return answer, err
		}
		r.errors.add("request")
		select {
		case <-time.After(backoff(try)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func (r *run) askOnce(ctx context.Context, address, method, secret string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.requests.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil || resp.StatusCode < http.StatusBadRequest {
		return answer, err
	}
	no := &refusal{}
	if json.Unmarshal(answer, no) != nil || no.Code == "" {
		*no = refusal{Code: "http_" + strconv.Itoa(resp.StatusCode), Text: "the server answers with an error", Retry: resp.StatusCode >= http.StatusInternalServerError}
	}
	return nil, no
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// This file holds the part of docs/api/openapi.yaml that this program uses: creating rooms
// and reading their logs.

const (
	requestTimeout = 10 * time.Second
	startTimeout   = 5 * time.Second // for the first answer of a hub
	maxResponse    = 16 << 20        // bytes
	maxTries       = 12              // per request; with backoff, longer than a hub's restart
)

// checkReachable returns an error if no hub answers within startTimeout: a hub may just be
// starting, or be killed while it answers.
func (r *run) checkReachable(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if _, err := r.request(ctx, 0, http.MethodGet, "/api/about", "", nil); err != nil {
		return fmt.Errorf("no hub answers: %w", err)
	}
	return nil
}

// createRoom creates a room and returns its ID. The hub returns the same room for the
// same request ID, so request may send it again.
func (r *run) createRoom(ctx context.Context, index int, secret, opponent string) (string, error) {
	body, _ := json.Marshal(wire.NewRoom{ID: "c0", Variant: r.cfg.variant, Opponent: opponent}) // cannot fail: it has only texts
	answer, err := r.request(ctx, index, http.MethodPost, "/api/rooms", secret, body)
	if err != nil {
		return "", err
	}
	var created struct {
		Room string `json:"room"`
	}
	if err := json.Unmarshal(answer, &created); err != nil || created.Room == "" {
		return "", errors.New("the server is not a Quatre hub: its answer names no room")
	}
	return created.Room, nil
}

// readEntries calls each for every entry of a room after entry number after.
func (r *run) readEntries(ctx context.Context, index int, id string, after uint64, each func(room.Entry)) error {
	for {
		answer, err := r.request(ctx, index, http.MethodGet, "/api/rooms/"+id+"/entries?after="+strconv.FormatUint(after, 10), "", nil)
		if err != nil {
			return err
		}
		var page struct{ Entries []json.RawMessage }
		if err := json.Unmarshal(answer, &page); err != nil {
			return fmt.Errorf("the hub's answer is not JSON: %w", err)
		}
		if len(page.Entries) == 0 {
			return nil
		}
		last := after
		for _, raw := range page.Entries {
			e, err := room.DecodeEntry(raw)
			if err != nil {
				return err
			}
			each(e)
			last = e.N
		}
		if last <= after {
			return fmt.Errorf("room %s: requested the entries after %d, got entry %d", id, after, last)
		}
		after = last
	}
}

// request sends a request. It tries again, each time at the next hub, if the error may be
// temporary.
func (r *run) request(ctx context.Context, index int, method, path, secret string, body []byte) (answer []byte, err error) {
	for try := range maxTries {
		answer, err = r.requestOnce(ctx, r.hubURL(index+try)+path, method, secret, body)
		var refused wire.Failure
		if err == nil || errors.As(err, &refused) && !refused.Retry || ctx.Err() != nil {
			return answer, err
		}
		r.count(r.errors, "request")
		select {
		case <-time.After(backoff(try)):
		case <-ctx.Done():
			return nil, err
		}
	}
	return nil, err
}

// requestOnce sends a request without retries.
func (r *run) requestOnce(ctx context.Context, url, method, secret string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil || resp.StatusCode < http.StatusBadRequest {
		return answer, err
	}
	var refused wire.Failure
	if json.Unmarshal(answer, &refused) != nil || refused.Code == "" {
		refused = wire.Failure{Text: "the server answers with status " + strconv.Itoa(resp.StatusCode), Retry: resp.StatusCode >= http.StatusInternalServerError}
	}
	return nil, refused
}

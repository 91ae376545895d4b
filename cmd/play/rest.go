package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/plainjson"
	"github.com/quatre/quatre/internal/room"
)

// This file holds the part of docs/api/openapi.yaml that this program uses: creating a room
// and checking that one exists.

const (
	requestTimeout = 10 * time.Second
	maxResponse    = 1 << 20 // bytes
	maxTries       = 5       // per request
)

// hubClient sends HTTP requests to a hub.
type hubClient struct {
	lang   texts.Lang
	origin url.URL
	secret string
	client *http.Client
	timing timing
}

// createRoom creates a room and returns its ID. The hub returns the same room for the
// same request ID, so it is safe to try again.
func (h hubClient) createRoom(ctx context.Context, r wire.NewRoom) (string, error) {
	var answer struct {
		Room string `json:"room"`
	}
	err := h.request(ctx, "api/rooms", r, &answer)
	if err == nil && !room.ID(answer.Room).Valid() {
		err = h.lang.Error(texts.NotAHub, h.origin.String())
	}
	return answer.Room, err
}

// checkRoom returns nil if the room exists.
func (h hubClient) checkRoom(ctx context.Context, room string) error {
	return h.request(ctx, "api/rooms/"+room, nil, &struct{}{})
}

// publicAddress returns the address at which other machines reach the hub. A hub that we
// reach as "localhost" lists its other addresses.
func (h hubClient) publicAddress(ctx context.Context) string {
	var about struct {
		Addresses []string `json:"addresses"`
	}
	if h.request(ctx, "api/about", nil, &about) == nil && len(about.Addresses) > 0 {
		return printable(about.Addresses[0])
	}
	return h.origin.String()
}

// request sends a request: POST if there is a body, else GET. It tries again, up to maxTries, if the
// error may be temporary.
func (h hubClient) request(ctx context.Context, path string, body, answer any) (err error) {
	for try := range maxTries {
		if try > 0 {
			select {
			case <-time.After(h.timing.backoff(try)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		err = h.requestOnce(ctx, path, body, answer)
		var refused wire.Failure
		if err == nil || errors.As(err, &refused) && !refused.Retry || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (h hubClient) requestOnce(ctx context.Context, path string, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		content, _ = json.Marshal(body) // cannot fail: a body has only texts and numbers
	}
	req, err := http.NewRequestWithContext(ctx, method, h.origin.JoinPath(path).String(), bytes.NewReader(content))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+h.secret)
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return h.lang.Error(texts.NoAnswer, h.origin.Host, errors.Unwrap(err))
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return h.lang.Error(texts.NoAnswer, h.origin.Host, err)
	}
	var refused wire.Failure
	switch {
	case resp.StatusCode < http.StatusBadRequest && plainjson.Unmarshal(text, answer) == nil:
		return nil
	case resp.StatusCode >= http.StatusBadRequest && plainjson.Unmarshal(text, &refused) == nil && refused.Text != "":
		refused.Code, refused.Text = printable(refused.Code), h.lang.Refusal(refused.Code, printable(refused.Text))
		return refused
	case resp.StatusCode >= http.StatusInternalServerError:
		return h.lang.Error(texts.AnswersStatus, h.origin.Host, resp.StatusCode)
	}
	return wire.Failure{Code: "no_hub", Text: h.lang.Say(texts.NotAHub, h.origin.String())}
}

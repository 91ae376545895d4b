//go:build !linux

package main

import (
	"context"
	"errors"

	"github.com/coder/websocket"
)

// rawLoop is for Linux only.
type rawLoop struct{}

func newRawLoop(*run) (*rawLoop, error) { return nil, errors.New("-raw needs Linux") }

func (*rawLoop) serve()          {}
func (*rawLoop) start(*schedule) {}

func (*client) serveRawConn(context.Context, int) websocket.StatusCode { return 0 }

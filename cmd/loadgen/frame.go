//go:build linux

package main

import (
	"encoding/binary"
	"errors"

	"github.com/coder/websocket"
)

// This file holds the frames of websockets (RFC 6455, section 5) for -raw.

// Opcodes.
const (
	opText  = 1
	opClose = 8
	opPing  = 9
	opPong  = 10
)

var errFrame = errors.New("not a whole text or control frame of a server")

// appendFrame appends a frame to b. The mask is 0: masks protect the proxies between
// browsers and servers, and this program is no browser. A payload of more than 65,535
// bytes is not supported: commands are short.
func appendFrame(b []byte, op byte, payload []byte) []byte {
	const final, masked, length16 = 0x80, 0x80, 126
	b = append(b, final|op)
	if len(payload) < length16 {
		b = append(b, masked|byte(len(payload)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, masked|length16), uint16(len(payload)))
	}
	return append(append(b, 0, 0, 0, 0), payload...)
}

// nextFrame returns the first frame of b and what follows it. whole is false if the
// frame's end has not arrived. The hub sends each message as one frame.
func nextFrame(b []byte) (op byte, payload, rest []byte, whole bool, err error) {
	const final, length16, length64 = 0x80, 126, 127
	if len(b) < 2 {
		return 0, nil, b, false, nil
	}
	length, header := uint64(b[1]), 2
	switch {
	case b[1] == length16 && len(b) >= 4:
		length, header = uint64(binary.BigEndian.Uint16(b[2:])), 4
	case b[1] == length64 && len(b) >= 10:
		length, header = binary.BigEndian.Uint64(b[2:]), 10
	case b[1] == length16 || b[1] == length64:
		return 0, nil, b, false, nil
	}
	switch op = b[0] &^ final; {
	case b[0]&final == 0 || b[1] > length64 || length > maxMessage || op != opText && (op < opClose || op > opPong):
		return 0, nil, b, false, errFrame
	case uint64(len(b)-header) < length:
		return 0, nil, b, false, nil
	}
	end := header + int(length)
	return op, b[header:end], b[end:], true, nil
}

// feed handles the frames in data. It keeps the beginning of a frame whose end has not
// arrived.
func (conn *rawConn) feed(data []byte, b *readBuffer) {
	if len(conn.rest) > 0 {
		data = append(conn.rest, data...)
		conn.rest = nil
	}
	for {
		op, payload, rest, whole, err := nextFrame(data)
		if err != nil {
			conn.client.run.errors.add("malformed_by_hub")
			conn.end()
			return
		}
		if !whole {
			break
		}
		data = rest
		switch op {
		case opText:
			b.frame = payload
			conn.client.handle(b)
		case opPing:
			conn.client.onPing(conn.client.run.ctx, nil)
			conn.send(opPong, payload)
		case opClose:
			if len(payload) >= 2 {
				conn.mu.Lock()
				conn.code = websocket.StatusCode(binary.BigEndian.Uint16(payload))
				conn.mu.Unlock()
			}
			conn.send(opClose, payload)
			conn.end()
			return
		}
	}
	if len(data) > 0 {
		conn.rest = append([]byte(nil), data...)
	}
}

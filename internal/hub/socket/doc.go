// Package socket carries frames over websockets.
//
// It promises:
//
//   - Frames are sent in the order of Send, each at most once. Close sends the queued
//     frames before the close frame, except with wire.CloseAbnormal and wire.CloseSlow,
//     which break the connection.
//   - Send, SendLatest and Close never wait for the network. What a connection does not take at
//     once is queued, bounded in bytes. A socket whose queue is full is closed: nobody waits
//     for a slow reader. Only Flush waits, for the goroutine that sends a long log.
//   - A ping measures the network and not the store: its answer is read while commands are
//     carried out.
//   - The first close code of a socket counts; later ones are ignored.
//   - Every goroutine of a socket has ended when Wait returns.
//   - An idle socket needs one goroutine that reads, one timer and two small buffers. It needs no
//     goroutine that writes.
//
// Its users must call Serve and Wait once for every socket that Accept returns.
//
// Only this package uses the websocket library. It does not know rooms and commands:
// frames are bytes, and close codes are those of package wire.
//
// How it works: Set.Accept gives the library a network in place of the connection of a request
// (network.go), which never makes a writer wait. Conn.Serve reads frames and calls a function with
// each. The outbox has what the connection does not take at once (outbox.go), and a timer pings the
// peer (ping.go).
package socket

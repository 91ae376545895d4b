// Package socket carries frames over websockets.
//
// It promises:
//
//   - Frames are sent in the order of Send, each at most once. Close sends the queued
//     frames before the close frame, except with wire.CloseAbnormal and wire.CloseSlow,
//     which break the connection.
//   - Send, SendNow and Close never wait for the network. An outbox is bounded in bytes. A socket whose outbox is
//     full is closed: nobody waits for a slow reader. Data longer than an outbox is sent in
//     parts (SendPart). Each part is queued when the previous part has been written.
//   - A ping measures the network and not the store: its answer is read while commands are
//     carried out.
//   - The first close code of a socket counts; later ones are ignored.
//   - Every goroutine of a socket has ended when Wait returns.
//   - An idle socket needs one goroutine that reads and two small buffers. It needs no
//     goroutine that writes, and no timer. A ping needs no goroutine either.
//
// Its users must call Serve and Wait once for every socket that Accept returns, and must
// run Set.PingLoop.
//
// Only this package uses the websocket library. It does not know rooms and commands:
// frames are bytes, and close codes are those of package wire.
//
// How it works: Set.Accept takes over the connection of a request (buffer.go). Conn.Serve
// reads frames and calls a function with each. Send puts frames into an outbox (outbox.go), and
// a goroutine from a pool (pool.Pool) sends them (writer.go). SendNow writes them itself as
// far as the connection takes them at once, and leaves the rest to such a goroutine.
package socket

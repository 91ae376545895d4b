package socket

import (
	"encoding/binary"
	"math"
)

// writeText writes a frame with this text. It costs less than the library's Write, which takes
// several locks for a frame. Two of them are channels.
func (b *bufferedConn) writeText(text []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.collect()
	*b.gathered = appendTextHeader(*b.gathered, len(text))
	_, err := b.write(text)
	return err
}

// appendTextHeader appends the header of a frame with a text of n bytes (RFC 6455, section 5.2). A
// server does not mask its frames.
func appendTextHeader(h []byte, n int) []byte {
	const fin, opcode = 0x80, 0x1
	const length16, length64 = 126, 127 // the length follows, in 16 or in 64 bits
	switch {
	case n < length16:
		return append(h, fin|opcode, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(h, fin|opcode, length16), uint16(n))
	default:
		return binary.BigEndian.AppendUint64(append(h, fin|opcode, length64), uint64(n))
	}
}

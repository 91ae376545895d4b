package redislog

import (
	"github.com/quatre/quatre/internal/room/storage"
)

// sent is an argument of a script that counts how often it is written to a connection.
//
// go-redis writes a command again whose connection breaks before the answer is there. If
// the first attempt was carried out, the second one finds what it was to store, and the
// script returns storedBefore. So it does where another process has stored the very
// same, as two can that sweep a room in one millisecond, and then it has to stay a conflict: of
// what several processes store one is told that it did (room.Observer). What was written
// once only has met the other's. What was written twice has met its own, or, if that
// attempt never arrived, the other's: then the log is right all the same, with one such entry
// and its effects once, and what is counted twice is a statistic.
type sent struct {
	text  string
	times int // read it when the script has a reply
}

// MarshalBinary implements encoding.BinaryMarshaler, for go-redis.
func (a *sent) MarshalBinary() ([]byte, error) {
	a.times++
	return []byte(a.text), nil
}

// takeBack uncounts one time of the script with these arguments: the server has said
// that it does not know the script, so nothing was stored that time.
func takeBack(args []any) {
	for _, arg := range args {
		if a, ok := arg.(*sent); ok {
			a.times--
		}
	}
}

// outcome reads the reply of a script that has a as an argument, and compares.
func (a *sent) outcome(reply any, err error) error {
	if err == nil && reply == storedBefore && a.times > 1 {
		return nil
	}
	return compared(reply, err)
}

// compared reads the reply of a script that compares what is stored with what its
// caller believes.
func compared(reply any, err error) error {
	if err != nil {
		return err
	}
	if reply != int64(1) && reply != toldNobody {
		return storage.ErrConflict
	}
	return nil
}

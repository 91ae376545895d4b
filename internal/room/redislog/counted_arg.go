package redislog

// countedArg is an argument of a script that counts how often it is written to a
// connection.
//
// go-redis sends a command again if the connection breaks before the reply is there. If
// the first attempt was carried out, the second one finds what it was to store, and the
// script returns storedBefore. Another process may have stored the very same, as two
// processes can that sweep a room in one millisecond. That must stay a conflict: exactly
// one process may be told that it stored an entry (play.Observer).
//
// Therefore an argument that was written once, and finds its entry, has met another
// process's. One that was written twice has met its own. If its first attempt never
// arrived, it may still be the other's. Then the log is right all the same, with one
// such entry and its effects once, and only a statistic counts it twice.
type countedArg struct {
	text  string
	times int // read it only when the script has a reply
}

// MarshalBinary implements encoding.BinaryMarshaler, for go-redis.
func (a *countedArg) MarshalBinary() ([]byte, error) {
	a.times++
	return []byte(a.text), nil
}

// uncount takes back one time of the arguments of a script that the server did not
// know, so that it has stored nothing.
func uncount(args []any) {
	for _, arg := range args {
		if a, ok := arg.(*countedArg); ok {
			a.times--
		}
	}
}

// outcome returns the error of a script that has a as an argument and compares.
func (a *countedArg) outcome(reply any, err error) error {
	if err == nil && reply == storedBefore && a.times > 1 {
		return nil
	}
	return compared(reply, err)
}

package redislog

// countedArg is an argument of a script that counts how often it is written to a
// connection.
//
// go-redis sends a command again if the connection breaks before the reply arrives. If the
// first attempt was carried out, the second attempt finds the entry in the log, and the script
// returns storedBefore. The script also returns storedBefore if another process has stored the
// same entry: two processes that sweep a room in the same millisecond make equal entries. This
// second case must be a conflict, because only one process may report that it stored an entry
// (play.Observer).
//
// So storedBefore is a conflict if the argument was written once: another process stored the
// entry. If the argument was written more than once, this process counts as the writer of the
// entry. This is wrong only if the first attempt never arrived and another process stored the
// same entry. Even then the log has the entry and its effects once, and only a statistic counts
// the entry twice.
type countedArg struct {
	text   string
	writes int // must be read only after the reply of the script
}

// MarshalBinary implements encoding.BinaryMarshaler, for go-redis.
func (a *countedArg) MarshalBinary() ([]byte, error) {
	a.writes++
	return []byte(a.text), nil
}

// uncount subtracts one write from the countedArg in args, for a script that the server did not
// know. Such a script has stored nothing.
func uncount(args []any) {
	for _, arg := range args {
		if a, ok := arg.(*countedArg); ok {
			a.writes--
		}
	}
}

// replyError is like the function replyError, for a script with the argument a.
func (a *countedArg) replyError(reply any, err error) error {
	if err == nil && reply == storedBefore && a.writes > 1 {
		return nil
	}
	return replyError(reply, err)
}

package redislog

// countedArg is an argument of a script that counts how often it is written to a
// connection.
//
// go-redis sends a command again if the connection breaks before the reply is there. If
// the first attempt was carried out, the second attempt finds the entry in the log, and
// the script returns storedBefore. It also does so if another process has stored the same
// entry: two processes that sweep a room in the same millisecond make equal entries. That
// must stay a conflict, because exactly one process may be told that it stored an entry
// (play.Observer).
//
// So storedBefore is a conflict if the argument was written once: another process stored
// the entry. If it was written more than once, this process counts as the one that stored
// the entry. That is wrong only if the first attempt never arrived and another process
// stored the same entry. Then the log is right, with the entry and its effects once, and
// only a statistic counts the entry twice.
type countedArg struct {
	text   string
	writes int // read it only when the script has a reply
}

// MarshalBinary implements encoding.BinaryMarshaler, for go-redis.
func (a *countedArg) MarshalBinary() ([]byte, error) {
	a.writes++
	return []byte(a.text), nil
}

// uncount takes back one write of the arguments of a script that the server did not know.
// Such a script has stored nothing.
func uncount(args []any) {
	for _, arg := range args {
		if a, ok := arg.(*countedArg); ok {
			a.writes--
		}
	}
}

// replyError is the function replyError for a script that has a as an argument.
func (a *countedArg) replyError(reply any, err error) error {
	if err == nil && reply == storedBefore && a.writes > 1 {
		return nil
	}
	return replyError(reply, err)
}

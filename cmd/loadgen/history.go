package main

// A client's history lists what it sent and received, in order. The checker knows nothing else
// about a client.

// recordKind is the kind of a record.
type recordKind string

const (
	recordOpened  recordKind = "open"    // a connection was welcomed; N is the last entry of the log, entries after From will follow
	recordSent    recordKind = "sent"    // a command was sent, maybe again
	recordOK      recordKind = "ok"      // a command was acknowledged as entry N
	recordRefused recordKind = "refused" // a command was refused finally; Text is the code
	recordRetry   recordKind = "later"   // a command was refused but may be sent again; Text is the code
	recordSeen    recordKind = "seen"    // entry N was received, with its digest and command; Text is its type
	recordSettled recordKind = "end"     // the run ended; the log ended with entry N, so the client should have it
)

// record is one line of a history.
type record struct {
	Kind   recordKind
	N      uint64
	From   uint64
	Cmd    string
	Digest string
	Text   string
}

// history lists what one client sent and received in one room.
type history struct {
	Client  int
	Player  string // player ID
	Records []record
}

func (h *history) add(r record) { h.Records = append(h.Records, r) }

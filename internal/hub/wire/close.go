package wire

// CloseCode says why a websocket was closed.
type CloseCode int

// Close codes of RFC 6455, section 7.4.1, and of its IANA registry.
const (
	CloseNormal         CloseCode = 1000 // a client says goodbye
	CloseGoingAway      CloseCode = 1001
	CloseUnsupported    CloseCode = 1003 // the client sent a binary frame, which this protocol does not have
	CloseNoStatus       CloseCode = 1005 // never sent: the peer gave no code
	CloseAbnormal       CloseCode = 1006 // never sent: the connection ended without a close frame
	ClosePolicy         CloseCode = 1008
	CloseTooBig         CloseCode = 1009
	CloseInternal       CloseCode = 1011
	CloseServiceRestart CloseCode = 1012 // the client should reconnect, to another hub if there is one
	CloseTryAgainLater  CloseCode = 1013
)

// Close codes of this protocol. docs/asyncapi.yaml says after which of them a client
// reconnects.
const (
	CloseReplaced  CloseCode = 4001 // the player has opened the seat on a newer connection
	CloseSlow      CloseCode = 4002 // the outbox was full
	CloseMalformed CloseCode = 4003 // too many malformed frames
	CloseNoRoom    CloseCode = 4004 // the room does not exist or was deleted
	CloseTooMany   CloseCode = 4008 // this player or address has too many sockets open
	CloseOutdated  CloseCode = 4009 // the page speaks an earlier protocol
	CloseNotLetIn  CloseCode = 4010 // the owner has shut spectators out
)

// CloseCodes lists the codes that occur in normal use.
var CloseCodes = []CloseCode{
	CloseNormal, CloseGoingAway, CloseUnsupported, CloseNoStatus, CloseAbnormal, ClosePolicy, CloseTooBig,
	CloseInternal, CloseServiceRestart, CloseTryAgainLater,
	CloseReplaced, CloseSlow, CloseMalformed, CloseNoRoom, CloseTooMany, CloseOutdated, CloseNotLetIn,
}

// PanicReason is the reason in close frames with CloseInternal.
const PanicReason = "an error of the hub"

package room

import (
	"fmt"

	"github.com/quatre/quatre/internal/plainjson"
)

// kinds holds the decoder of each kind of event. A new kind needs a line here.
var kinds = map[string]func([]byte) (Event, error){
	Created{}.Kind():     decodeAs[Created],
	Joined{}.Kind():      decodeAs[Joined],
	Named{}.Kind():       decodeAs[Named],
	Moved{}.Kind():       decodeMoved,
	Hinted{}.Kind():      decodeAs[Hinted],
	Advised{}.Kind():     decodeAs[Advised],
	Offered{}.Kind():     decodeAs[Offered],
	Declined{}.Kind():    decodeAs[Declined],
	TakenBack{}.Kind():   decodeAs[TakenBack],
	Resigned{}.Kind():    decodeAs[Resigned],
	Drawn{}.Kind():       decodeAs[Drawn],
	Claimed{}.Kind():     decodeAs[Claimed],
	Flagged{}.Kind():     decodeAs[Flagged],
	Credited{}.Kind():    decodeAs[Credited],
	Rematch{}.Kind():     decodeAs[Rematch],
	Challenged{}.Kind():  decodeAs[Challenged],
	Withdrawn{}.Kind():   decodeAs[Withdrawn],
	Emoted{}.Kind():      decodeAs[Emoted],
	Paced{}.Kind():       decodeAs[Paced],
	Delegated{}.Kind():   decodeAs[Delegated],
	LevelSet{}.Kind():    decodeAs[LevelSet],
	Admitted{}.Kind():    decodeAs[Admitted],
	SeatOffered{}.Kind(): decodeAs[SeatOffered],
	SeatMoved{}.Kind():   decodeAs[SeatMoved],
	Closed{}.Kind():      decodeAs[Closed],
}

func decodeAs[E Event](data []byte) (Event, error) {
	var e E
	if err := plainjson.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("event %q: %w", e.Kind(), err)
	}
	return e, nil
}

package room_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// FuzzLog folds an arbitrary log: each line is the type and the data of an event. The fold
// accepts or refuses each event and never panics. In every state that the fold reaches,
// Decide answers every kind of command with an event that the fold accepts or with a
// refusal that has a code.
func FuzzLog(f *testing.F) {
	for _, log := range []string{
		`created {"variant":"connect4:7x6:4","players":[{"id":"ana"},{"id":"bob"}],"first":1}` + "\n" +
			`moved {"seat":1,"move":"4","ms":10}` + "\n" + `offered {"seat":1,"offer":"takeback"}` + "\n" + `takenback {"seat":1,"ply":0}`,
		`created {"variant":"tictactoe","players":[{"id":"ana"},{"level":"easy"}],"first":1,"clock":{"base":1000,"increment":10}}` + "\n" +
			`moved {"seat":1,"move":"b2"}` + "\n" + `flagged {"seat":2,"end":{"winner":1,"reason":"time"}}` + "\n" + `rematch {"seat":1,"game":2,"first":2}`,
		`created {"variant":"force3:fair","players":[{"level":"easy"},{"level":"normal"}],"first":2,"pace":500}` + "\n" +
			`paced {"paused":true}` + "\n" + `admitted {"spectators":false}` + "\n" + `closed {"reason":"unjoined"}`,
		`created {"variant":"force3:report","players":[{"id":"ana"},{"id":"bob"}],"first":1}` + "\n" +
			`moved {"seat":1,"move":"S6+3","ms":10}` + "\n" + `moved {"seat":2,"move":"S2"}` + "\n" + `moved {"seat":1,"move":"P1"}`,
		`created {"variant":"connect4:4x4:3","players":[{"id":"ana"},{}],"first":1,"advice":[true,false],"open":true}` + "\n" +
			`joined {"seat":2,"player":"bob"}` + "\n" + `named {"seat":2,"name":"Zoé"}` + "\n" + `advised {"seat":1,"move":"1","value":{"low":null,"high":{"result":"draw"}}}` + "\n" +
			`resigned {"seat":2,"end":{"winner":1,"reason":"resigned","cells":[-1,99]}}`,
		`created {"variant":"tictactoe","players":[{"id":"ana"},{"id":"bob"}],"first":1,"clock":{"move":5000}}` + "\n" +
			`moved {"seat":1,"move":"b2"}` + "\n" + `moved {"seat":2,"move":"a1"}` + "\n" + `credited {"ms":500,"until":1795255203000}` + "\n" +
			`credited {"ms":9223372036854775807,"until":-1}`,
		`rematch {"seat":9,"game":-1}`,
		`created {"variant":"connect4:7x6:4","players":[{"id":"ana"},{"level":"grandmaster"}],"first":1}` + "\n" +
			`created {"variant":"connect4:7x6:4","players":[{"id":"ana"},{"id":"bob"}],"first":1}` + "\n" +
			`danced {"seat":1}` + "\n" + `offered {"seat":1,"offer":"adjournment"}`,
	} {
		f.Add([]byte(log))
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		var s room.State
		n, digest := uint64(0), ""
		for line := range bytes.Lines(log) {
			kind, data, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
			e, err := sealed(digest, n+1, start.Add(time.Duration(n)*time.Second), kind, data)
			if err != nil || s.Apply(e) != nil {
				continue // the state has not changed
			}
			n, digest = e.N, e.Digest
			if s.N != n || s.Digest != digest {
				t.Fatalf("after entry %s the state has n %d, digest %s", e.Raw(), s.N, s.Digest)
			}
		}
		if n > 0 {
			tryAll(t, &s, start.Add(time.Hour))
		}
	})
}

// sealed decodes an event as a store would, and returns it as the next entry.
func sealed(prev string, n uint64, at time.Time, kind, data []byte) (room.Entry, error) {
	name, err := json.Marshal(string(kind))
	if err != nil {
		return room.Entry{}, err
	}
	raw := []byte(`{"n":1,"at":1,"type":` + string(name) + `,"data":` + string(data) + `,"digest":"0123456789abcdef"}`)
	e, err := room.DecodeEntry(raw)
	if err != nil {
		return e, err
	}
	return room.Seal(prev, n, at, "ana", "", e.Event)
}

// tryAll calls Decide in state s with commands of every kind, from players, a stranger, the machine and nobody.
func tryAll(t *testing.T, s *room.State, now time.Time) {
	all := []room.Action{
		room.Move{Move: "b2"},
		room.Move{Move: "P1"},
		room.Advise{Move: "4"},
		room.Credit{Since: now.Add(-24 * time.Hour), Until: now},
	}
	for _, m := range made {
		all = append(all, m.do)
	}
	n, digest := s.N, s.Digest
	for _, by := range []room.PlayerID{"ana", "bob", "eve", room.Machine, ""} {
		for _, do := range all {
			ev, err := room.Decide(s, room.Command{ID: "c", By: by, Seen: n, Do: do}, now)
			if err != nil {
				mustRefuse(t, err)
				continue
			}
			if s.N != n || s.Digest != digest {
				t.Fatalf("Decide has changed the state")
			}
			e, err := room.Seal(digest, n+1, now, by, "c", ev)
			if err != nil {
				t.Fatal(err)
			}
			again, err := room.DecodeEntry(e.Raw())
			if err != nil || !again.Follows(digest) {
				t.Fatalf("entry %s cannot be decoded, or has another digest: %v", e.Raw(), err)
			}
		}
	}
}

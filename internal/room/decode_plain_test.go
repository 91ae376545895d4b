package room

import (
	"reflect"
	"testing"
	"time"
)

// plainMove is an entry that decodePlain decodes.
const plainMove = `{"n":7,"at":1795255203000,"by":"ana","cmd":"c1","type":"moved","data":{"seat":1,"move":"4","ms":10,"lag":3},"digest":"0123456789abcdef"}`

func TestDecodePlain(t *testing.T) {
	e, ok := decodePlain([]byte(plainMove))
	want := Entry{
		N: 7, At: time.UnixMilli(1795255203000).UTC(), By: "ana", Cmd: "c1", Event: Moved{Seat: 1, Move: "4", MS: 10, Lag: 3},
		Digest: "0123456789abcdef", raw: []byte(plainMove),
	}
	if !ok || !reflect.DeepEqual(e, want) {
		t.Errorf("decodePlain returned %+v, %v, want %+v", e, ok, want)
	}
}

// FuzzDecodePlain checks that decodePlain decodes what it accepts as decodeJSON does.
func FuzzDecodePlain(f *testing.F) {
	const begin, end = `{"n":7,"at":1,"type":"moved","data":`, `,"digest":"0123456789abcdef"}`
	for _, raw := range []string{
		plainMove,
		begin + `{"seat":1,"move":"4","ms":10}` + end,
		begin + `{"seat":256,"move":"4","ms":10}` + end,
		begin + `{"seat":1,"move":"4","ms":01}` + end,
		begin + `{"seat":1,"move":"4\n","ms":1}` + end,
		begin + `{"seat":1,"move":"4","ms":1,"lag":2,"lag":3}` + end,
		begin + `{"seat":1,"move":"4","ms":1,"hurried":true,"Hurried":false}` + end,
		begin + `{"seat":1,"move":"\ud83d","ms":1}` + end,
		begin + "{\"seat\":1,\"move\":\"\xe9\",\"ms\":1}" + end,
		begin + `{"seat":1,"move":"4","ms":1,"hurried":true,"newer":{}}` + end,
		begin + `{"seat":1,"move":"4","ms":1},"by":{"x":1}` + end,
		begin + `{"seat":1,"move":"4","ms":1},"n":8` + end,
		begin + `{"seat":1,"move":"4","ms":1,"thought":{"nodes":1,"ms":0,"moves":[]}}` + end,
		begin + `{"Thought":{"nodes":1}}` + end,
		begin + `null` + end,
		begin + end,
		`{"n":1,"at":-1,"type":"named","data":{"seat":1,"name":"Zoé"}` + end,
		`{"n":1,"at":1,"type":"danced","data":{}` + end,
		`{"n":1,"at":1,"type":"emoted","ignorable":true,"data":{"seat":1,"emote":"hello"}` + end,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		plain, ok := decodePlain(raw)
		if !ok {
			return
		}
		e, err := decodeJSON(raw)
		if err != nil || !reflect.DeepEqual(plain, e) {
			t.Errorf("decodePlain decoded %s as %+v, decodeJSON as %+v, error %v", raw, plain, e, err)
		}
	})
}

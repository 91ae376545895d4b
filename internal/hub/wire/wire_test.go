package wire

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/room"
)

// examples returns the examples of docs/api/asyncapi.yaml, by message, as JSON.
func examples(t testing.TB) map[string][]json.RawMessage {
	t.Helper()
	raw, err := os.ReadFile("../../../docs/api/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Messages map[string]struct {
				Examples []struct {
					Payload any `yaml:"payload"`
				} `yaml:"examples"`
			} `yaml:"messages"`
		} `yaml:"components"`
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string][]json.RawMessage{}
	for name, m := range doc.Components.Messages {
		if len(m.Examples) == 0 {
			t.Errorf("message %s has no example", name)
		}
		for _, e := range m.Examples {
			all[name] = append(all[name], mustMarshal(e.Payload))
		}
	}
	return all
}

func same(t *testing.T, got, want []byte) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("encoded %s\nthe example is %s", got, want)
	}
}

// answer has the fields that the frames "ok" and "refused" share.
type answer struct {
	T  string `json:"t"`
	ID string `json:"id"`
	N  uint64 `json:"n"`
}

var fromHub = []string{"welcome", "entries", "ok", "refused", "here", "store", "pong"}

func TestExamplesFromClient(t *testing.T) {
	want := map[string]room.Action{
		"move": room.Move{Move: "4"}, "sit": room.Sit{}, "name": room.Rename{Name: "Ana"}, "resign": room.Resign{},
		"rematch": room.PlayAgain{}, "ping": nil, "invite": room.Invite{Level: "normal"},
		"offer": room.Propose{What: room.OfferDraw}, "accept": room.Accept{What: room.OfferDraw},
		"decline": room.Decline{What: room.OfferTakeback}, "claim": room.Claim{}, "emote": room.Emote{Emote: "hello"},
		"pace": room.Pace{Every: 2 * time.Second}, "handover": room.Handover{Token: "q3Zk0mB8vX1nT5yR7aWc2g"},
		"admit":     room.Admit{},
		"challenge": room.Challenge{Name: "Cleo"}, "withdraw": room.Withdraw{}, "yield": room.Yield{},
		"delegate": room.Delegate{Seat: 1, Level: "normal"}, "level": room.SetLevel{Seat: 2, Level: "expert"},
		"hint": room.Hint{}, "take": room.Take{Token: "q3Zk0mB8vX1nT5yR7aWc2g"},
	}
	all := examples(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if _, ok := want[name]; !ok && !slices.Contains(fromHub, name) {
			t.Errorf("docs/api/asyncapi.yaml has the message %s, which no test decodes", name)
		}
	}
	for name := range commands {
		if _, ok := want[name]; !ok {
			t.Errorf("the command %s is not in docs/api/asyncapi.yaml, or no test decodes it", name)
		}
	}
	for name, action := range want {
		m, err := Decode(all[name][0])
		if err != nil || m.Action != action || m.Type != name || m.ID == "" {
			t.Errorf("%s: decoded %+v, want the action %+v; %v", all[name][0], m, action, err)
		}
	}
}

// The frame "ok" is valid JSON for every ID.
func TestEncodeOK(t *testing.T) {
	for _, id := range []string{"", "c1", "a-b_c", `"`, `\`, "<&>", "\n", "é", "\x00", "~ "} {
		var m answer
		if err := json.Unmarshal(EncodeOK(id, 7), &m); err != nil || m.T != "ok" || m.ID != id || m.N != 7 {
			t.Errorf("%q: %s, %+v, %v", id, EncodeOK(id, 7), m, err)
		}
	}
}

// The hub encodes each of its messages exactly as the examples in docs/api/asyncapi.yaml.
func TestExamplesFromHub(t *testing.T) {
	encode := map[string]func(raw []byte) []byte{
		"welcome": func(raw []byte) []byte {
			var w Welcome
			_ = json.Unmarshal(raw, &w)
			return EncodeWelcome(w)
		},
		"ok": func(raw []byte) []byte {
			var m answer
			_ = json.Unmarshal(raw, &m)
			return EncodeOK(m.ID, m.N)
		},
		"refused": func(raw []byte) []byte {
			var m answer
			var why Failure
			_ = json.Unmarshal(raw, &m)
			_ = json.Unmarshal(raw, &why)
			return EncodeRefused(m.ID, why, m.N)
		},
		"here": func(raw []byte) []byte {
			var h Presence
			_ = json.Unmarshal(raw, &h)
			return EncodePresence(h)
		},
		"store": func(raw []byte) []byte { return EncodeStore(strings.Contains(string(raw), "true")) },
		"pong": func(raw []byte) []byte {
			var m struct {
				ID  string `json:"id"`
				Now int64  `json:"now"`
			}
			_ = json.Unmarshal(raw, &m)
			return EncodePong(m.ID, m.Now)
		},
		"entries": encodeEntries,
	}
	all := examples(t)
	for name, f := range encode {
		for _, raw := range all[name] {
			same(t, f(raw), raw)
		}
	}
	for name := range all {
		if _, err := Decode(all[name][0]); err != nil && encode[name] == nil {
			t.Errorf("docs/api/asyncapi.yaml has the message %s, which no test encodes", name)
		}
	}
}

// encodeEntries decodes the entries of an example and seals them again, so that the example
// must have the form that rooms write. The result has empty digests, as the example has.
func encodeEntries(raw []byte) []byte {
	var m struct {
		Entries []json.RawMessage `json:"entries"`
	}
	_ = json.Unmarshal(raw, &m)
	var out []room.Entry
	for _, e := range m.Entries {
		padded := strings.Replace(string(e), `"digest":""`, `"digest":"0000000000000000"`, 1)
		entry, err := room.DecodeEntry([]byte(digestLast(padded)))
		if err != nil {
			return []byte(`"` + err.Error() + `"`)
		}
		entry, err = room.Seal("", entry.N, entry.At, entry.By, entry.Cmd, entry.Event)
		if err != nil {
			return []byte(`"` + err.Error() + `"`)
		}
		out = append(out, entry)
	}
	frame := string(EncodeEntries(out))
	for _, e := range out {
		frame = strings.Replace(frame, e.Digest, "", 1)
	}
	return []byte(frame)
}

// digestLast moves the digest to the end, where the log has it. JSON made from YAML has its
// fields in alphabetical order.
func digestLast(entry string) string {
	const digest = `"digest":"0000000000000000"`
	return strings.Replace(entry, digest+",", "", 1)[:len(entry)-len(digest)-2] + "," + digest + "}"
}

// A room can fold the entries of every example.
func TestExampleGameIsLegal(t *testing.T) {
	for _, raw := range examples(t)["entries"] {
		var m struct {
			Entries []json.RawMessage `json:"entries"`
		}
		if err := json.Unmarshal(encodeEntries(raw), &m); err != nil {
			t.Fatal(err)
		}
		var s room.State
		for _, e := range m.Entries {
			padded := strings.Replace(string(e), `"digest":""`, `"digest":"0000000000000000"`, 1)
			entry, err := room.DecodeEntry([]byte(padded))
			if err != nil {
				t.Fatal(err)
			}
			entry, err = room.Seal(s.Digest, entry.N, entry.At, entry.By, entry.Cmd, entry.Event)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Apply(entry); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Frames that encoding/json repairs, or reads only in part.
func TestLossyFrames(t *testing.T) {
	for _, frame := range []string{
		"{\"t\":\"sit\",\"id\":\"c\",\"n\":1,\"name\":\"Zo\xe9\"}", "{\"t\":\"resign\",\"id\":\"c\xfe\",\"n\":1}", "{\"t\":\"resign\",\"id\":\"c\xff\",\"n\":1}", "{\"t\":\"ping\",\"id\":\"\xed\xa0\xbd\"}",
		"{\"t\":\"ping\",\"id\":\"p\",\"\xff\":1}", "{\"t\":\"ping\",\"id\":\"p\",\"x\":[{\"y\":\"\xc3\"}]}",
		`{"t":"sit","id":"c","n":1,"name":"Ana \ud83d"}`, `{"t":"ping","id":"\ude00"}`, `{"t":"ping","id":"\ud83d\u0041"}`, `{"t":"ping","id":"\ud83d\\ude00"}`,
		`{"t":"move","t":"resign","id":"c","n":1,"move":"4"}`, `{"t":"move","id":"c","n":1,"move":"4","move":"4"}`, `{"t":"ping","id":"a","\u0069d":"b"}`,
		`{"t":"resign","id":"c","n":1,"N":2}`, `{"t":"resign","T":"move","id":"c","n":1,"move":"4"}`, `{"t":"delegate","id":"c","n":1,"seat":1,"\u017feat":2}`,
		`{"t":"ping","id":"p"} {}`, `{"t":"ping","id":"p"}]`, `{"t":"ping","id":"p","x":{"a":1,"b":{},"a":2}}`,
	} {
		if m, err := Decode([]byte(frame)); err == nil || m != (Request{}) {
			t.Errorf("%q is decoded as %+v, %v", frame, m, err)
		}
	}
	for _, frame := range []string{
		`{"t":"ping","id":"\ud83d\ude00"}`, `{"t":"ping","id":"\ufffd"}`, `{"t":"ping","id":"\\ud83d"}`, `{"t":"ping","id":"é😀","x":{"t":1},"y":[{"t":1},{"t":"id"}]}` + "\n",
	} {
		if m, err := Decode([]byte(frame)); err != nil || m.Type != "ping" {
			t.Errorf("%q is decoded as %+v, %v", frame, m, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, frame := range []string{`{"t":"move","id":"c7","n":2,"move":"4"}`, `{"t":"move","move":"P1","id":"c7","n":0}`, `{"t":"move","id":"c7","n":07,"move":"4","move":"5"}`, `{"t":"ping","id":"p"}`, `{"t":"sit","id":"c","n":1,"name":"Zoé"}`, `{}`, `[`, "\x00", `{"t":"move","n":1e99}`, `{"t":"ping","id":"\ud83d\ude00","x":"\udead"}`, "{\"t\":\"ping\",\"\xff\":{\"T\":1}}"} {
		f.Add([]byte(frame))
	}
	for _, list := range examples(f) {
		for _, frame := range list {
			f.Add([]byte(frame))
		}
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		m, err := Decode(frame)
		if err == nil && m.Action == nil && m.Type != "ping" {
			t.Errorf("Decode accepts %q, which is neither a command nor a ping", frame)
		}
		if err == nil && !utf8.Valid(frame) {
			t.Errorf("Decode accepts %q, which is not UTF-8", frame)
		}
	})
}

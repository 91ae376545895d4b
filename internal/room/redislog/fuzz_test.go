package redislog

import (
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

// FuzzAddress: parseAddress returns hosts, or an error that shows the accepted forms. The error
// never contains more than a short part of the password, even if an unescaped character has
// split the password.
func FuzzAddress(f *testing.F) {
	for _, rest := range []string{"h", "h:1/3", "a,b:1/main", "a:2/main/7", "a:1,b,[::1],[::2]:5", "a,,b", "h:port", "h/x", "/main", "h?db=x", "", "[::1"} {
		for kind := range byte(6) {
			f.Add(kind, "", rest)
			f.Add(kind, "secret%40", rest)
		}
	}
	f.Add(byte(2), "sec/x/retret", "a/main")
	f.Add(byte(4), "secr@t:et/#?%", "a:1,b")
	schemes := []string{"redis", "rediss", "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster"}
	f.Fuzz(func(t *testing.T, kind byte, password, rest string) {
		text := schemes[int(kind)%len(schemes)] + "://"
		if password != "" {
			text += "u:" + password + "@"
		}
		a, err := parseAddress(text + rest)
		if err != nil {
			if message, ends := strings.CutSuffix(err.Error(), forms); !ends {
				t.Fatalf("%q: %v", text+rest, err)
			} else {
				wantNoPassword(t, message, password, rest)
			}
			return
		}
		if len(a.options.Addrs) == 0 {
			t.Fatalf("%q: no host", text+rest)
		}
		for _, host := range a.options.Addrs {
			if _, _, err := net.SplitHostPort(host); err != nil && kind%6 > 1 {
				t.Fatalf("%q: host %q: %v", text+rest, host, err)
			}
		}
		if a.cluster != (kind%6 > 3) || (a.options.TLSConfig != nil) != (kind%2 == 1) {
			t.Fatalf("%q: cluster %v, TLS %v", text+rest, a.cluster, a.options.TLSConfig != nil)
		}
	})
}

// shortSecret is the greatest length of a part of a password that an error may contain by
// chance, in bytes.
const shortSecret = 5

// wantNoPassword checks that an error message contains no part of the password. It ignores parts
// that are also in rest, the rest of the address, or in the fixed text of an error.
func wantNoPassword(t *testing.T, message, password, rest string) {
	t.Helper()
	for part := range strings.FieldsFuncSeq(password, func(r rune) bool { return strings.ContainsRune("/@:,?#", r) }) {
		if len(part) > shortSecret && !strings.Contains(rest, part) && strings.Contains(message, part) &&
			!strings.Contains("redislog: malformed address; malformed user or password; an empty host cannot be read; a port is not a number; the database", part) {
			t.Fatalf("%q contains %q of the password", message, part)
		}
	}
}

// FuzzNotice: decoding any message of a room's channel gives a notice with exactly one field.
func FuzzNotice(f *testing.F) {
	e, err := room.Seal("", 1, time.UnixMilli(1), "ana", "c1", room.Created{Variant: "tictactoe", First: 1})
	if err != nil {
		f.Fatal(err)
	}
	for _, payload := range []string{
		pubsub.Lost, "e" + string(e.Raw()), "e{}", "e", `h[{"seats":[{"conn":"a","since":1},{}],"spectators":2},{"seats":[{"conn":"b","since":2},{}],"spectators":-9}]`,
		"h[]", "hnull", "h", "g", "gone", "x", "\x00", "é",
	} {
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, payload string) {
		n, fields := decodeNotice(payload), 0
		for _, is := range []bool{n.Lost, n.Gone, n.Entry != nil, n.Presence != nil} {
			if is {
				fields++
			}
		}
		if fields != 1 {
			t.Fatalf("message %q is decoded as %+v", payload, n)
		}
		if n.Entry != nil && "e"+string(n.Entry.Raw()) != payload {
			t.Fatalf("message %q is decoded as entry %s", payload, n.Entry.Raw())
		}
	})
}

// FuzzPresence: the result of merging two announcements does not depend on their order.
func FuzzPresence(f *testing.F) {
	f.Add([]byte(`[{"seats":[{"conn":"a","since":1},{}],"spectators":2,"left":[5,0]}]`), []byte(`[{"seats":[{"conn":"b","since":1},{"conn":"c"}],"spectators":1}]`))
	f.Add([]byte(`[]`), []byte(`null`))
	f.Fuzz(func(t *testing.T, one, other []byte) {
		a, err1 := decodePresence(one)
		b, err2 := decodePresence(other)
		if err1 != nil || err2 != nil {
			return
		}
		if x, y := a.Merge(b), b.Merge(a); x != y && possible(a) && possible(b) {
			t.Fatalf("%+v and %+v merge to %+v, in the other order to %+v", a, b, x, y)
		}
		data, err := json.Marshal([]storage.RoomPresence{a})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := decodePresence(data); err != nil || again != (storage.RoomPresence{}).Merge(a) {
			t.Fatalf("%s is decoded as %+v, error %v", data, again, err)
		}
	})
}

// possible reports whether hubs can have announced h.
func possible(h storage.RoomPresence) bool {
	for _, p := range h.Seats {
		if p.Conn == "" && p.Since != 0 {
			return false
		}
	}
	return true
}

// FuzzCursor: if parseCursor accepts a string, the cursor of the resulting place is parsed as
// the same place.
func FuzzCursor(f *testing.F) {
	f.Add(place{1_763_719_204_000, "abcdefghjkmn/1"}.cursor())
	f.Add(place{-1, "a/12"}.cursor())
	for _, text := range []string{"", "AAAA", "MSBh", "====", "é", strings.Repeat("A", 5000)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := parseCursor(text)
		if !ok {
			return
		}
		again, ok := parseCursor(p.cursor())
		if !ok || again != p || p.compare(again) != 0 {
			t.Fatalf("cursor %q is place %+v, whose cursor is %q, which is place %+v", text, p, p.cursor(), again)
		}
		if _, err := room.ParseGameID(p.name); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzAnswer: decodeAnswer returns a valid answer or an error. Only for an empty reply it returns
// neither.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		"", "d", "p", `d{"done":true,"value":{"low":null,"high":null,"estimate":0},"moves":[],"depth":0,"nodes":0}`, "dnull", "é{}",
		`p{"done":false,"value":{"low":{"result":"draw"},"high":{"result":"win","plies":7},"estimate":3},"moves":[{"move":"4","value":{"low":null,"high":null}}],"depth":3,"nodes":99}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := decodeAnswer(text)
		if (err != nil && a != nil) || (err == nil && a == nil) != (text == "") {
			t.Fatalf("%q: %+v, %v", text, a, err)
		}
		if a != nil && !a.Value.Valid() {
			t.Fatalf("%q: %+v", text, a)
		}
	})
}

// FuzzStatus: of two masters' statuses, takeWorse keeps the worse value of each field, in either
// order.
func FuzzStatus(f *testing.F) {
	f.Add("used_memory:9\nmaxmemory:10\naof_enabled:1\naof_last_write_status:err\nconnected_slaves:0", "used_memory:5\nmaxmemory:0\ntotal_system_memory:8\nconnected_slaves:1\nslave0:ip=::1,port=1,state=online,offset=1,lag=0")
	f.Add("rdb_last_bgsave_status:ok", "rdb_last_bgsave_status:err\r\nconnected_slaves:1\r\nslave0:ip=::1,port=1,state=online,offset=1,lag=0")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, texts := range [][2]string{{a, b}, {b, a}} {
			one, other := readStatus(parseInfo(texts[0])), readStatus(parseInfo(texts[1]))
			worst := readStatus(parseInfo(texts[0]))
			takeWorse(&worst, other)
			checkWorst(t, worst, one)
			checkWorst(t, worst, other)
		}
	})
}

// checkWorst fails the test if st is worse than worst.
func checkWorst(t *testing.T, worst, st storage.Status) {
	t.Helper()
	if st.Memory != nil && fillLevel(*worst.Memory) < fillLevel(*st.Memory) {
		t.Errorf("memory %+v is fuller than the worst, %+v", st.Memory, worst.Memory)
	}
	if st.Replicas != nil && *worst.Replicas > *st.Replicas {
		t.Errorf("a master has %d replicas, fewer than the worst, %d", *st.Replicas, *worst.Replicas)
	}
	for kind, ok := range st.Saved {
		if all, told := worst.Saved[kind]; !told || all && !ok {
			t.Errorf("the last %s of a master succeeded: %v; of the worst: %v", kind, ok, all)
		}
	}
}

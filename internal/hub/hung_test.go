package hub

import (
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/storetest"
)

// While Redis hangs, the commands of a socket wait for Redis, but the hub still reads the socket:
// it answers the pings of the protocol and of the websocket before the first command.
func TestPingsAreAnsweredWhileRedisHangs(t *testing.T) {
	redis := redistest.New(t)
	store := storetest.OpenRedis(t, redis.URL())
	s := serve(t, "hub", store, builtPage)
	id, _, bob := seated(t, s, s)
	ws, err := s.dial("ana", id, "")
	if err != nil {
		t.Fatal(err)
	}
	ana := hubtest.NewClient(t, hubtest.Websocket(ws), "ana")
	ana.Welcome(nil)
	ana.AwaitPresence(true, true, 0)

	redis.Freeze(t)
	for _, frame := range []string{
		`{"t":"move","id":"m1","n":2,"move":"4"}`, `{"t":"name","id":"m2","n":2,"name":"Anna","seat":1}`,
		`{"t":"emote","id":"m3","n":2,"emote":"hello"}`, `{"t":"ping","id":"p"}`,
	} {
		ana.Write(frame)
	}
	ana.Until(func(m hubtest.Message) bool {
		if m.T == "ok" || m.T == "refused" {
			t.Errorf("a command that hangs was answered before the ping behind it: %+v", m)
		}
		return m.T == "pong"
	})
	ponged := make(chan error, 1)
	go func() {
		ponged <- ws.Ping(hubtest.Context(t))
		redis.Thaw(t)
	}()
	ana.Until(func(m hubtest.Message) bool { return m.T == "ok" || m.T == "refused" })
	select {
	case err := <-ponged:
		if err != nil {
			t.Error(err)
		}
	default:
		t.Error("a command that hangs was answered before a ping of the websocket")
		<-ponged
	}
	bob.Follow(3)
}

package web

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/rooms"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// refusedPause is how long a client should wait after the hub has refused it a socket or a
// stream of the lobby.
const refusedPause = 10 * time.Second

// awayPause is how long a client should wait if the shard of its room is away.
const awayPause = time.Second

// Live is GET /api/rooms/{room}/live. It accepts a socket. A new goroutine serves the socket,
// so that the memory of the request is freed.
func (s *Server) Live(w http.ResponseWriter, r *http.Request) error {
	if !s.cfg.Tasks.Admit() {
		return wire.ErrDraining
	}
	q := r.URL.Query()
	visit, err := visitOf(q)
	if err != nil {
		s.cfg.Tasks.Done()
		return err
	}
	player, id := s.watcherOf(w, r, q), room.ID(strings.Clone(r.PathValue("room")))
	if !s.cfg.Rooms.ShardUp(s.cfg.Store.Shard(id)) && !s.showsAway(q, id) {
		s.cfg.Tasks.Done()
		return &wire.Later{Failure: wire.FailStoreAway, Wait: awayPause}
	}
	release, err := s.openSocket(r, player)
	if err != nil {
		s.cfg.Tasks.Done()
		if errors.Is(err, wire.FailSockets) && r.Header.Get("Origin") != "" && s.cfg.Sockets.Refuse(w, r, wire.CloseTooMany, wire.FailSockets.Code) {
			s.cfg.Record.Refused(wire.FailSockets.Code)
			return nil
		}
		return err
	}
	c, status := s.cfg.Sockets.Accept(w, r)
	if c == nil {
		release()
		s.cfg.Tasks.Done()
		f := wire.FailHandshake
		f.Status = status
		return f
	}
	caller := limits.CallerOf(r)
	visit.Room, visit.Player, visit.Request = id, player, requestID(w)
	visit.Pacer, visit.Account = s.guard.NewPacer(caller), s.guard.Account(caller)
	visit.Charge = func(entries int) bool {
		return s.guard.AllowRequest(caller, entries/entriesPerRequest, s.cfg.Now()) == nil
	}
	proto, err := strconv.Atoi(q.Get("proto"))
	outdated := err != nil || proto < wire.Proto // the page speaks an earlier protocol
	go func() {
		defer s.cfg.Tasks.Done()
		defer release()
		defer c.Wait()
		if outdated {
			c.Close(wire.CloseOutdated, "this page is too old: reload it")
			return
		}
		s.cfg.Rooms.Serve(c, visit)
	}()
	return nil
}

// isGuest reports whether a client wants to watch without an identity, as embeds do.
func isGuest(q url.Values) bool { return q.Get("guest") == "1" }

// watcherOf returns the player who opens a socket. For a guest it also lets requests of all sites
// pass: there is no identity that a page of another site could use.
func (s *Server) watcherOf(w http.ResponseWriter, r *http.Request, q url.Values) room.PlayerID {
	if !isGuest(q) {
		return identity(w, r).player()
	}
	if origin, ok := ownOrigin(r); ok {
		r.Header.Set("Origin", origin)
		r.Header.Del("Sec-Fetch-Site")
	}
	return guest()
}

// showsAway reports whether the hub lets a client in although the shard of the room is away.
// Otherwise the hub answers 503, and a proxy tries another hub, which may reach the shard. If
// no hub reaches it, the client asks again with away=1, and a hub where the room is open
// shows the room.
func (s *Server) showsAway(q url.Values, id room.ID) bool {
	return q.Get("away") == "1" && s.cfg.Rooms.Replica(id) != nil
}

// visitOf reads the client's cursor, whether the client only watches, whether it accepts a
// snapshot, and the token with which it will take a seat. A guest only watches and takes no seat.
func visitOf(q url.Values) (rooms.Visit, error) {
	after, errA := afterIn(q)
	watch, errW := switched(q, "watch")
	snapshot, errS := switched(q, "snapshot")
	guest, errG := switched(q, "guest")
	_, errAway := switched(q, "away")
	visit := rooms.Visit{
		After: rooms.Cursor{N: after, Digest: strings.Clone(q.Get("digest"))},
		Watch: watch || guest, Snapshot: snapshot,
	}
	if !guest {
		visit.Token = strings.Clone(q.Get("token"))
	}
	return visit, cmp.Or(errA, errW, errS, errG, errAway)
}

// openSocket counts a socket or a stream of the lobby, until release is called.
func (s *Server) openSocket(r *http.Request, player room.PlayerID) (release func(), err error) {
	if s.crossOrigin(r) {
		return nil, wire.FailCrossOrigin
	}
	release, f := s.guard.OpenSocket(limits.CallerOf(r), player, s.cfg.Now())
	if release == nil {
		return nil, &wire.Later{Failure: f, Wait: refusedPause}
	}
	return release, nil
}

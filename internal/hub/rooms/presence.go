package rooms

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// presence is what a hub knows about who is in one room. Its methods use no clock and no
// socket. The room's mu guards it.
type presence struct {
	here     storage.RoomPresence // who is there through all hubs, as last announced
	lastSent wire.Presence        // what the sockets were sent last
	awaited  [2]string            // by seat: the connection that sat down, until it is announced; empty: none

	// by seat
	absences  [2]absence
	goodbyes  [2]int64 // when the player said goodbye through this hub, in Unix microseconds; 0: not, or is back
	lastSince [2]int64 // when the player's latest connection began, in Unix microseconds

	missing map[room.PlayerID]time.Time // since when challengers have been away
}

// absence says since when a seat's player has been away, as far as this hub knows. A hub
// that has just opened the room counts from then, so the true absence may be longer, but
// not shorter.
type absence struct {
	since   time.Time // zero: the player is present, or that is not known
	goodbye bool      // the player said goodbye, at since
}

// limit returns how long the absence must last before it can be claimed.
func (a absence) limit() time.Duration {
	if a.goodbye {
		return room.LeftLimit
	}
	return room.AwayLimit
}

// observe notes who is there through all hubs, according to a notice of the store.
func (p *presence) observe(here storage.RoomPresence, now time.Time) {
	p.here = here
	for i := range p.absences {
		a := &p.absences[i]
		switch conn := here.Seats[i]; {
		case conn.Conn != "":
			*a = absence{}
			p.awaited[i] = ""
			if conn.Since >= p.goodbyes[i] { // otherwise the notice is from before the goodbye
				p.goodbyes[i] = 0
			}
			p.lastSince[i] = max(p.lastSince[i], conn.Since)
		case p.awaited[i] != "": // here is from before the player sat down
		case here.Goodbyes[i] != 0 && here.Goodbyes[i] >= p.lastSince[i] && !a.goodbye:
			// A goodbye from before the player's last return does not count.
			*a = absence{now, true}
		case a.since.IsZero():
			a.since = now
		}
	}
}

// elsewhere stands for a connection to another hub.
const elsewhere = "elsewhere"

// reseat notes that a seat, 0 or 1, has another player. conn is the player's connection to this
// hub; empty: the player is at another hub. A notice without the player may be from before. So
// the player does not count as absent before an announcement or a call of stopAwaiting.
func (p *presence) reseat(seat int, conn string) {
	p.absences[seat], p.awaited[seat] = absence{}, cmp.Or(conn, elsewhere)
}

// awaiting reports whether a player of this hub has sat down and the notice of the player's
// announcement has not arrived yet.
func (p *presence) awaiting() bool {
	return slices.ContainsFunc(p.awaited[:], func(conn string) bool { return conn != "" && conn != elsewhere })
}

// stopAwaiting makes the next notice count.
func (p *presence) stopAwaiting() { p.awaited = [2]string{} }

// left notes that a connection has ended, so its announcement is no longer awaited.
func (p *presence) left(conn string) {
	for i, awaited := range p.awaited {
		if awaited == conn {
			p.awaited[i] = ""
		}
	}
}

// observeAlone notes who is there through this hub, while the presence at other hubs is unknown.
func (p *presence) observeAlone(here storage.RoomPresence) {
	p.here = here
	p.stopAwaiting()
	p.resetAbsences()
}

// resetAbsences forgets all absences, for a hub that may have missed notices. A player counts
// as absent only from the next notice on.
func (p *presence) resetAbsences() { p.absences, p.missing = [2]absence{}, nil }

// forSockets returns the presence in the form that sockets are sent.
func (p *presence) forSockets(s *room.State) wire.Presence {
	w := wire.Presence{
		Seats:      [2]bool{p.here.Seats[0].Conn != "", p.here.Seats[1].Conn != ""},
		Spectators: p.here.Spectators,
	}
	if s.Phase == room.PhaseWaiting {
		w.Spectators, w.Invited = p.here.Watching, p.here.Spectators-p.here.Watching
	}
	for i, a := range p.absences {
		if !a.since.IsZero() && (s.Claimable(room.Seat(i+1)) || s.Yieldable(room.Seat(i+1))) {
			w.Claim[i] = latest(a.since, s.Started).Add(a.limit()).UnixMilli()
		}
	}
	return w
}

// latest returns the later of two times.
func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

const (
	// hereInterval is the minimum time between two frames here of a room that differ only in the
	// number of spectators. Each socket in the room adds herePerSocket. Without these pauses, n
	// spectators who come in one after the other would cost n² frames.
	hereInterval  = 100 * time.Millisecond
	herePerSocket = 200 * time.Microsecond
)

// sendPresence sends every socket the presence, if it has changed. If only the number of
// spectators has changed, it may send later. The caller holds mu.
func (r *Room) sendPresence() {
	now := r.presence.forSockets(r.replica.State())
	if now == r.presence.lastSent || r.presence.awaiting() {
		return
	}
	if now.SamePlayers(r.presence.lastSent) {
		interval := hereInterval + time.Duration(len(r.visitors))*herePerSocket
		if wait := interval - time.Since(r.hereSent); wait > 0 {
			r.sendPresenceLater(wait)
			return
		}
	}
	r.presence.lastSent, r.hereSent = now, time.Now()
	frame := wire.EncodePresence(now)
	for v := range r.visitors {
		v.socket.SendLatest(frame)
	}
}

// sendPresenceLater calls sendPresence after wait, unless such a call is planned already. The
// caller holds mu.
func (r *Room) sendPresenceLater(wait time.Duration) {
	if r.hereLater {
		return
	}
	r.hereLater = true
	time.AfterFunc(wait, func() {
		defer r.survive()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.hereLater = false
		r.sendPresence()
	})
}

// setPresence notes who is there, and closes sockets whose seat has a newer connection. here is
// through all hubs or, if alone, through this hub, while the presence at other hubs is unknown.
func (r *Room) setPresence(here storage.RoomPresence, alone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if alone {
		r.presence.observeAlone(here)
	} else {
		r.presence.observe(here, r.rooms.cfg.Now())
		r.presence.absentChallengers(r.replica.State().Challengers, r.rooms.cfg.Now())
	}
	r.sendPresence()
	r.replaceAnnounced(here)
}

// presenceStale notes that this hub may have missed notices of presence. After the next
// heartbeat the hub announces the room again, and the notice of that has the presence.
func (r *Room) presenceStale() {
	r.announceLater()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.presence.resetAbsences()
	r.sendPresence()
}

// absenceOf returns how long the player of a seat has been absent, and whether the player has said goodbye. The notice that
// the player is back may not have arrived yet, so absenceOf asks the store.
func (r *Room) absenceOf(ctx context.Context, seat room.Seat) (away time.Duration, left bool, err error) {
	if !seat.Valid() {
		return 0, false, nil
	}
	r.mu.Lock()
	a, now := r.presence.absences[seat-1], r.rooms.cfg.Now()
	r.mu.Unlock()
	if a.since.IsZero() {
		return 0, false, nil
	}
	here, err := r.rooms.cfg.Store.Present(ctx, r.replica.ID())
	if err != nil {
		return 0, false, err
	}
	if here.Seats[seat-1].Conn != "" {
		r.presenceStale()
		return 0, false, nil
	}
	return now.Sub(a.since), a.goodbye, nil
}

// localPresence returns who is in the room through this hub.
func (r *Room) localPresence() storage.RoomPresence {
	r.mu.Lock()
	defer r.mu.Unlock()
	here := storage.RoomPresence{Goodbyes: r.presence.goodbyes, Seats: r.ownSeats(), Challengers: r.ownChallengers()}
	for i, conn := range here.Seats {
		if conn.Conn != "" {
			here.Goodbyes[i] = 0
		}
	}
	for v := range r.visitors {
		if !v.socket.Closed() && r.seatsOf(v) == [2]bool{} {
			here.Spectators++
			if v.Watch || v.Player == r.replica.State().Owner {
				here.Watching++
			}
		}
	}
	return here
}

// ownSeats returns the connections that play through this hub, by seat, except for silent ones. The
// caller holds mu.
func (r *Room) ownSeats() [2]storage.SeatConn {
	var own storage.RoomPresence
	for v := range r.visitors {
		if v.socket.Closed() || v.silent {
			continue
		}
		var mine storage.RoomPresence
		for i, holds := range r.seatsOf(v) {
			if holds {
				mine.Seats[i] = storage.SeatConn{
					Conn: v.socket.ID(), Since: v.since.UnixMicro(), Player: v.Player, From: v.Account.Name(),
				}
			}
		}
		own = own.Merge(mine)
	}
	return own.Seats
}

package ledger_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// runModel runs random operations on a store and on a plain model of it, and compares the
// results.
func runModel(t *testing.T, open openStore) {
	rapid.Check(t, func(rt *rapid.T) {
		c := clocktest.At(start)
		s := open(t, conditions{Now: c.Now, JobLease: longLease, SleepAfter: room.SleepAfter})
		m := &model{store: s, rooms: make(map[room.ID]*modelRoom), dates: make(map[room.GameID]time.Time), clock: c}
		defer func() {
			if err := s.Close(); err != nil {
				rt.Errorf("Close: %v", err)
			}
		}()
		rt.Repeat(map[string]func(*rapid.T){
			"append":  m.append,
			"restore": m.restore,
			"touch":   m.touch,
			"delete":  m.delete,
			"take":    m.take,
			"finish":  m.finish,
			"age":     m.age,
			"":        m.check,
		})
	})
}

// model is a plain model of a store.
type model struct {
	store   storage.Store
	rooms   map[room.ID]*modelRoom
	jobs    []*modelJob
	records []room.Record
	dates   map[room.GameID]time.Time
	clock   *clocktest.Clock
	entered int // how often a room has entered a list
}

type modelRoom struct {
	entries []room.Entry
	due     time.Time
	list    room.List
	entered int
	job     *modelJob // the room's latest job
	games   int
}

type modelJob struct {
	room   room.ID
	n      uint64
	lane   room.Lane
	worker string // empty: free
	handle storage.Job
}

var (
	modelIDs     = rapid.SampledFrom([]room.ID{"a", "b", "c", "d"})
	modelLists   = rapid.SampledFrom([]room.List{room.Unlisted, room.Waiting, room.Playing, room.OpenWaiting, room.OpenPlaying})
	modelLanes   = rapid.SampledFrom([]room.Lane{room.LaneQuick, room.LaneSlow})
	modelWorkers = rapid.SampledFrom([]string{"w1", "w2"})
	modelPlayers = []room.PlayerID{"ann", "bob", ""}
)

func (m *model) room(id room.ID) *modelRoom {
	if m.rooms[id] == nil {
		m.rooms[id] = new(modelRoom)
	}
	return m.rooms[id]
}

// draw draws a room and an entry number, believed. right reports whether the room's log ends
// at this number. Mostly it does.
func (m *model) draw(rt *rapid.T) (id room.ID, r *modelRoom, believed uint64, right bool) {
	id = modelIDs.Draw(rt, "room")
	r = m.room(id)
	n := uint64(len(r.entries))
	believed = n
	if rapid.IntRange(0, 4).Draw(rt, "mistake") == 0 {
		believed = rapid.Uint64Range(0, n+2).Draw(rt, "n")
	}
	return id, r, believed, believed == n
}

func (m *model) effects(rt *rapid.T) room.Effects {
	fx := room.Effects{List: modelLists.Draw(rt, "list"), Job: rapid.Bool().Draw(rt, "job"), Lane: modelLanes.Draw(rt, "lane")}
	if minutes := rapid.IntRange(0, 5).Draw(rt, "due"); minutes > 0 {
		fx.Due = start.Add(time.Duration(minutes) * time.Minute)
	}
	return fx
}

// wantSuccessOrConflict checks that err is nil if success is true, and ErrConflict otherwise.
func wantSuccessOrConflict(rt *rapid.T, what string, err error, success bool) {
	if success && err != nil || !success && !errors.Is(err, storage.ErrConflict) {
		rt.Fatalf("%s: got error %v, want success: %v", what, err, success)
	}
}

func (m *model) append(rt *rapid.T) {
	id, r, n, right := m.draw(rt)
	p := roomWriter{id: id, n: n}
	if right && n > 0 {
		p.last = r.entries[n-1].Digest
	}
	e := p.next(rapid.StringN(0, 5, -1).Draw(rt, "word"))
	fx := m.ending(rt, id, r)
	if right && n > 0 && rapid.Bool().Draw(rt, "changes only the log") {
		fx = room.Effects{List: r.list, ListUnchanged: true, Due: r.due, DueUnchanged: true}
	}
	wantSuccessOrConflict(rt, "Append", m.store.Append(testContext(rt), id, e, fx), right)
	if !right {
		return
	}
	m.add(id, r, []room.Entry{e}, fx)
}

// restore restores a log of some entries.
func (m *model) restore(rt *rapid.T) {
	id := modelIDs.Draw(rt, "room")
	r := m.room(id)
	p := roomWriter{id: id}
	var entries []room.Entry
	for range rapid.IntRange(1, 4).Draw(rt, "entries") {
		e := p.next(rapid.StringN(0, 5, -1).Draw(rt, "word"))
		p.n, p.last = e.N, e.Digest
		entries = append(entries, e)
	}
	fx := m.ending(rt, id, r)
	right := len(r.entries) == 0
	wantSuccessOrConflict(rt, "Restore", m.store.Restore(testContext(rt), id, entries, fx), right)
	if right {
		m.add(id, r, entries, fx)
	}
}

// ending draws effects. Some have the record of a game.
func (m *model) ending(rt *rapid.T, id room.ID, r *modelRoom) room.Effects {
	fx := m.effects(rt)
	if rapid.Bool().Draw(rt, "ends a game") {
		player := rapid.SampledFrom(modelPlayers)
		ended := start.Add(time.Duration(rapid.IntRange(0, 5).Draw(rt, "ended")) * time.Second)
		fx.Record = game(id, r.games+1, ended, player.Draw(rt, "seat 1"), player.Draw(rt, "seat 2"))
		fx.Record.Imported, fx.Record.Open = player.Draw(rt, "importer"), rapid.Bool().Draw(rt, "open")
	}
	return fx
}

// add adds stored entries, with their effects, to the model.
func (m *model) add(id room.ID, r *modelRoom, entries []room.Entry, fx room.Effects) {
	r.entries = append(r.entries, entries...)
	if fx.Record != nil {
		r.games++
		m.records = append(m.records, *fx.Record)
		m.dates[fx.Record.ID()] = fx.Record.Ended
		if fx.Record.Imported != "" {
			m.dates[fx.Record.ID()] = m.clock.Now()
		}
	}
	m.carryOut(id, r, fx, fx.Job)
}

func (m *model) touch(rt *rapid.T) {
	id, r, n, right := m.draw(rt)
	fx := m.effects(rt)
	wantSuccessOrConflict(rt, "Touch", m.store.Touch(testContext(rt), id, n, fx), right)
	if right {
		m.carryOut(id, r, fx, fx.Job && !slices.Contains(m.jobs, r.job))
	}
}

func (m *model) carryOut(id room.ID, r *modelRoom, fx room.Effects, job bool) {
	r.due = fx.Due
	if r.list != fx.List {
		m.entered++
		r.list, r.entered = fx.List, m.entered
	}
	if job {
		r.job = &modelJob{room: id, n: uint64(len(r.entries)), lane: fx.Lane}
		m.jobs = append(m.jobs, r.job)
	}
}

func (m *model) delete(rt *rapid.T) {
	id, r, n, right := m.draw(rt)
	// Only an older job that outlives its room can be of the same turn as a job of a new room
	// with that ID. A store may merge the two.
	if slices.ContainsFunc(m.jobs, func(j *modelJob) bool { return j.room == id && j != r.job }) {
		rt.Skip("the room has an older job")
	}
	wantSuccessOrConflict(rt, "Delete", m.store.Delete(testContext(rt), id, n), right)
	if right {
		m.forget(r.job)
		m.rooms[id] = &modelRoom{games: r.games}
	}
}

func (m *model) forget(j *modelJob) {
	m.jobs = slices.DeleteFunc(m.jobs, func(o *modelJob) bool { return o == j })
}

// take takes a job of a lane if one is free there. The store may choose any free job.
func (m *model) take(rt *rapid.T) {
	lane := modelLanes.Draw(rt, "lane")
	if !slices.ContainsFunc(m.jobs, func(j *modelJob) bool { return j.worker == "" && j.lane == lane }) {
		rt.Skip("no job is free")
	}
	worker := modelWorkers.Draw(rt, "worker")
	got, err := m.store.Take(testContext(rt), worker, lane)
	if err != nil {
		rt.Fatalf("Take: %v", err)
	}
	// Two jobs of the same turn are equal. The store takes the older one first.
	for _, j := range m.jobs {
		if j.worker == "" && j.lane == lane && j.room == got.Room && j.n == got.N {
			j.worker, j.handle = worker, got
			return
		}
	}
	rt.Fatalf("took %+v, which is not free", got)
}

// finish renews, returns or removes a job.
func (m *model) finish(rt *rapid.T) {
	var busy []*modelJob
	for _, j := range m.jobs {
		if j.worker != "" {
			busy = append(busy, j)
		}
	}
	if len(busy) == 0 {
		rt.Skip("no job is leased")
	}
	j := rapid.SampledFrom(busy).Draw(rt, "job")
	worker := modelWorkers.Draw(rt, "worker")
	var err error
	switch rapid.IntRange(0, 3).Draw(rt, "what") {
	case 0:
		err = m.store.Renew(testContext(rt), worker, j.handle)
		if worker != j.worker && errors.Is(err, storage.ErrNotFound) {
			err = nil
		} else if worker != j.worker {
			rt.Fatalf("Renew by %s of a job of %s: got error %v", worker, j.worker, err)
		}
	case 1:
		err = m.store.Return(testContext(rt), worker, j.handle)
		if worker == j.worker {
			j.worker = ""
		}
	case 2:
		err = m.store.Leave(testContext(rt), worker, j.handle)
		if worker == j.worker {
			j.worker = ""
		}
	case 3:
		err = m.store.Done(testContext(rt), j.handle)
		m.forget(j)
	}
	if err != nil {
		rt.Fatal(err)
	}
}

// check compares the store with the model.
func (m *model) check(rt *rapid.T) {
	for id, r := range m.rooms {
		after := rapid.Uint64Range(0, uint64(len(r.entries))).Draw(rt, "after")
		got := read(rt, m.store, id, after)
		if len(got) != len(r.entries)-int(after) {
			rt.Fatalf("Read %s after %d: %d entries, want %d", id, after, len(got), len(r.entries)-int(after))
		}
		for i, e := range got {
			sameEntry(rt, e, r.entries[int(after)+i])
		}
	}
	wantBacklog(rt, m.store, len(m.jobs))
	m.checkDue(rt)
	for _, list := range lists {
		wantRooms(rt, m.store, list, m.ids(
			func(r *modelRoom) bool { return r.list == list },
			func(a, b *modelRoom) int { return cmp.Compare(b.entered, a.entered) })...)
	}
	m.checkGames(rt)
}

// ids returns the IDs of the rooms for which fits returns true, sorted by order.
func (m *model) ids(fits func(*modelRoom) bool, order func(a, b *modelRoom) int) (ids []room.ID) {
	for id, r := range m.rooms {
		if fits(r) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b room.ID) int { return order(m.rooms[a], m.rooms[b]) })
	return ids
}

// checkDue compares deadlines. Rooms with the same deadline may come in any order.
func (m *model) checkDue(rt *rapid.T) {
	now := start.Add(time.Duration(rapid.IntRange(0, 6).Draw(rt, "now")) * time.Minute)
	want := m.ids(
		func(r *modelRoom) bool { return !r.due.IsZero() && !r.due.After(now) },
		func(a, b *modelRoom) int { return a.due.Compare(b.due) })
	got, err := m.store.Due(testContext(rt), now, 100)
	must(rt, err)
	if len(got) != len(want) {
		rt.Fatalf("Due: got %v, want %v", got, want)
	}
	for i := range got {
		if !m.rooms[got[i]].due.Equal(m.rooms[want[i]].due) {
			rt.Fatalf("Due: got %v, want %v", got, want)
		}
	}
}

package redislog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

// The replies of scripts that compare the end of the log with the caller's replica. Any other
// reply is a conflict.
const (
	stored            = int64(1) // stored; Redis tells the watchers of all processes
	storedUnpublished = int64(2) // stored; this process tells its own watchers or, with wait=1, all watchers
	storedBefore      = int64(3) // the log has this same entry already
)

// Append implements storage.Log.
//
// If only the writing process listens to the room, Redis need not publish the entry. The
// script checks this. It then replies storedUnpublished, and this process tells its own
// watchers. The lease keeps the result of the check valid while the script is under way.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	a, err := s.newAppend(id, e, fx)
	if err != nil {
		return err
	}
	_, err = s.runAppend(ctx, id, e, a)
	return err
}

// runAppend runs a script that stores e. The result of append.lua is the first element of the
// script's reply, or the whole reply. rest are the other elements.
func (s *Store) runAppend(ctx context.Context, id room.ID, e room.Entry, a appendCall) (rest []any, err error) {
	lease := s.subs[s.indexOf(id)].Lease(a.channel.text)
	defer lease.Release()
	s.ownEntries.note(e)
	reply, err := s.appends.run(ctx, a.script, a.keys, append(append(a.args, lease.ConnChannel()), a.more...)...)
	if elements, ok := reply.([]any); ok && len(elements) > 0 {
		reply, rest = elements[0], elements[1:]
	}
	tellOwnWatchers(lease, e, reply, err)
	if err := a.channel.replyError(reply, err); err != nil {
		return nil, err
	}
	s.tellReplicated(id, e)
	return rest, nil
}

// tellOwnWatchers sends the entry to the watchers of this process if Redis has not published
// it. reply and err are the result of the script.
func tellOwnWatchers(lease pubsub.Lease, e room.Entry, reply any, err error) {
	switch {
	case !lease.Valid():
	case err == nil && (reply == storedUnpublished || reply == storedBefore):
		lease.Send(string(messageEntry) + string(e.Raw()))
	case err == nil:
	case refusedByRedis(err):
		lease.Send(pubsub.Lost) // an earlier attempt may have stored the entry
	default:
		lease.OutcomeUnknown()
	}
}

// refusedByRedis reports whether err is an answer of Redis.
func refusedByRedis(err error) bool {
	var answer redis.Error
	return errors.As(err, &answer)
}

// appendCall is the call of a script that appends: its keys, the arguments before the writer's own
// channel, and those after it.
type appendCall struct {
	script     *redis.Script
	keys       []string
	args, more []any
	channel    *countedArg // one of args
}

// newAppend returns the call of the script that stores e. Most moves between people change only
// the log and, with a clock, the deadline. For such moves newAppend uses follow.lua, which costs
// Redis half as much as append.lua, and less if entries of several rooms share a call.
func (s *Store) newAppend(id room.ID, e room.Entry, fx room.Effects) (appendCall, error) {
	p := s.shardOf(id)
	channel := s.scriptChannel(id)
	if due, ok := onlyDeadline(fx); ok {
		args := append(make([]any, 0, followArgs), e.N, e.Raw(), e.PrevTail(), string(id), due, channel)
		return appendCall{script: scriptFollow, keys: []string{p.log(id), p.due()}, args: args, channel: channel}, nil
	}
	return s.newAppendWithEffects(scriptAppend, id, e, fx)
}

// newAppendWithEffects returns the call of append.lua, or of a script that begins with the same
// arguments.
func (s *Store) newAppendWithEffects(script *redis.Script, id room.ID, e room.Entry, fx room.Effects) (appendCall, error) {
	args, err := s.effects(id, e.N, fx)
	if err != nil {
		return appendCall{}, err
	}
	keys, record, err := s.shardOf(id).withRecord(s.roomKeys(id), fx.Record)
	if err != nil {
		return appendCall{}, err
	}
	channel := s.scriptChannel(id)
	args = append(append(append(args, channel), record...), e.Raw(), e.PrevTail())
	return appendCall{script: script, keys: keys, args: args, channel: channel}, nil
}

// onlyDeadline reports whether fx changes at most the deadline. due is the argument of follow.lua.
func onlyDeadline(fx room.Effects) (due string, ok bool) {
	if !fx.DueUnchanged {
		due = deadline(fx.Due)
	}
	return due, fx.ListUnchanged && !fx.Job && fx.Record == nil && (fx.DueUnchanged || due != "")
}

// withRecord adds the keys of a record to keys, and returns ARGV[13] to ARGV[15] of
// effects.lua.
func (p shard) withRecord(keys []string, r *room.Record) ([]string, []any, error) {
	if r == nil {
		return keys, []any{"", "", ""}, nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return nil, nil, fmt.Errorf("redislog: record: %w", err)
	}
	name := r.ID().String()
	keys = append(keys, p.game(name))
	switch {
	case r.SelfPlay(): // not in the set played, which versions without open-games show to everybody
		keys = append(keys, p.imported())
	case r.Imported == "":
		keys = append(keys, p.played())
	}
	for _, player := range r.Listed() {
		keys = append(keys, p.games(player))
	}
	return keys, []any{data, name, r.Ended.UnixMilli()}, nil
}

// effects returns ARGV[1] to ARGV[11] of effects.lua.
func (s *Store) effects(id room.ID, n uint64, fx room.Effects) ([]any, error) {
	var list any = 0
	if fx.ListUnchanged {
		list = ""
	} else if fx.List != room.Unlisted {
		i := slices.Index(lists, fx.List)
		if i < 0 {
			return nil, fmt.Errorf("redislog: unknown list %q", fx.List)
		}
		list = firstListKey + i
	}
	lane := ""
	if fx.Job {
		lane = laneLetters[fx.Lane]
	}
	return append(make([]any, 0, 18), string(id), n, deadline(fx.Due), list, s.stamp(), lane, string(fx.Owner), fx.Origin,
		deadline(fx.DueAsleep), s.set.sleepAfter.Milliseconds(), s.queueOf(id).news()), nil
}

// replyError turns the reply of a script that compares the log into an error: nil if the script
// has stored something, otherwise storage.ErrConflict.
func replyError(reply any, err error) error {
	if err != nil {
		return err
	}
	if reply != stored && reply != storedUnpublished {
		return storage.ErrConflict
	}
	return nil
}

package filelog

import (
	"bytes"
	"encoding/json"

	"github.com/quatre/quatre/internal/room"
)

// contents returns, for the name of each bucket, the function that checks its elements.
func (c *checker) contents() map[string]func(element) {
	return map[string]func(element){
		string(bucketMeta):     c.checkMeta,
		string(bucketLog):      c.checkLog,
		string(bucketJournal):  c.checkJournal,
		string(bucketState):    c.checkState,
		string(bucketDue):      c.checkDue,
		string(bucketList):     c.inBucket(string(bucketList), c.checkListed),
		string(bucketJobs):     c.checkJob,
		string(bucketGames):    c.checkGame,
		string(bucketEnded):    func(e element) { c.checkEnded(string(bucketEnded), e) },
		string(bucketOpen):     func(e element) { c.checkEnded(string(bucketOpen), e) },
		string(bucketPlayer):   c.inBucket(string(bucketPlayer), func(id string, e element) { c.checkEnded("player/"+id, e) }),
		string(bucketImported): c.checkImported,
		string(bucketDates):    c.checkDate,
		string(bucketAnswers):  c.checkAnswer,
		string(bucketExpiry):   c.checkExpiry,
	}
}

func (c *checker) checkMeta(e element) {
	if key := string(e.key); (key == string(keyClosed) || key == string(keyDated)) && len(e.value) != keyNumberLength {
		c.found("meta: %s has %d bytes", key, len(e.value))
	}
}

// checkLog checks that the entries of a room can be decoded, and that their digests follow
// each other.
func (c *checker) checkLog(e element) {
	id := string(e.key)
	log, err := asBucket("log/"+id, e)
	if err != nil {
		c.report(err)
		return
	}
	if !room.ID(id).Valid() {
		c.found("bucket log: %q is no room", id)
	}
	c.done.Rooms++
	prev, n, broken := "", uint64(0), false
	c.visit(log, func(el element) {
		entry, err := decodeEntry(el.key, el.value)
		n++
		switch {
		case err != nil:
			c.found("room %s: entry %d: %w", id, n, err)
			broken = true
		case !broken && (entry.N != n || !entry.Follows(prev)):
			c.found("room %s: entry %d does not follow the one before", id, entry.N)
			broken = true
		}
		prev = entry.Digest
	})
	if n == 0 {
		c.found("room %s: its log is empty", id)
	}
}

// checkJournal checks that the entries in the journal are in the logs of their rooms, or
// follow them.
func (c *checker) checkJournal(e element) {
	id, entry, err := decodeJournaled(e.key, e.value)
	if err != nil {
		c.found("journal: %w", err)
		return
	}
	before, ok := c.journaled[id]
	if !ok {
		if el, ok := c.lookUp(sequenceKey(entry.N), bucketLog, []byte(id)); ok {
			if !bytes.Equal(el.value, entry.Raw()) {
				c.report(damaged("journal: %w", errNotNext(id, entry.N)))
			}
			return
		}
		key := sequenceKey(entry.N - 1)
		el, _ := c.lookUp(key, bucketLog, []byte(id))
		before, _ = decodeEntry(key, el.value)
	}
	if before.N == 0 || before.N+1 != entry.N || !entry.Follows(before.Digest) {
		c.report(damaged("journal: %w", errNotNext(id, entry.N)))
	}
	c.journaled[id] = entry
}

// checkState checks that the indexes contain the room as its state says.
func (c *checker) checkState(e element) {
	id := string(e.key)
	st, ok := c.stateIn(e)
	if !ok {
		c.found("room %s: its state cannot be read", id)
		return
	}
	if _, ok := c.lookUp(e.key, bucketLog); !ok {
		c.found("room %s: its log is missing", id)
	}
	if st.Due != 0 {
		if _, ok := c.lookUp(timeKey(st.Due, id), bucketDue); !ok {
			c.found("room %s: its deadline is missing in the bucket due", id)
		}
	}
	if st.List != room.Unlisted {
		if _, ok := c.lookUp(append(sequenceKey(st.Entered), id...), bucketList, []byte(st.List)); !ok {
			c.found("room %s: it is missing in the list %s", id, st.List)
		}
	}
}

func (c *checker) stateIn(e element) (st roomState, ok bool) {
	return st, json.Unmarshal(e.value, &st) == nil
}

// stateOf returns the state of the room that a key of an index names.
func (c *checker) stateOf(key []byte) (st roomState, ok bool) {
	e, ok := c.lookUp([]byte(nameOf(key)), bucketState)
	if !ok {
		return st, false
	}
	return c.stateIn(e)
}

func (c *checker) checkDue(e element) {
	if len(e.key) <= keyNumberLength {
		c.found("bucket due: the key %x is too short", e.key)
		return
	}
	if st, ok := c.stateOf(e.key); !ok || !bytes.Equal(timeKey(st.Due, nameOf(e.key)), e.key) {
		c.found("room %s: the bucket due has a deadline that is not the room's", nameOf(e.key))
	}
}

func (c *checker) checkListed(list string, e element) {
	if len(e.key) <= keyNumberLength {
		c.found("bucket list/%s: the key %x is too short", list, e.key)
		return
	}
	if st, ok := c.stateOf(e.key); !ok || string(st.List) != list || st.Entered != parseSequence(e.key) {
		c.found("room %s: the list %s has it in a place that is not the room's", nameOf(e.key), list)
	}
}

func (c *checker) checkJob(e element) {
	var j storedJob
	if len(e.key) != keyNumberLength || json.Unmarshal(e.value, &j) != nil || !j.Room.Valid() {
		c.found("jobs: job %x cannot be read", e.key)
	}
}

func (c *checker) checkAnswer(e element) {
	var k keptAnswer
	if json.Unmarshal(e.value, &k) != nil {
		c.found("answer %s: it cannot be read", e.key)
		return
	}
	if _, ok := c.lookUp(timeKey(k.Until, string(e.key)), bucketExpiry); !ok {
		c.found("answer %s: it is missing in the bucket expiry", e.key)
	}
}

func (c *checker) checkExpiry(e element) {
	if len(e.key) > keyNumberLength {
		if _, ok := c.lookUp([]byte(nameOf(e.key)), bucketAnswers); ok {
			return
		}
	}
	c.found("bucket expiry: %x is of no answer", e.key)
}

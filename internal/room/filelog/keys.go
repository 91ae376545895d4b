package filelog

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

var (
	bucketMeta   = []byte("meta")
	bucketLog    = []byte("log")
	bucketState  = []byte("state")
	bucketDue    = []byte("due")
	bucketList   = []byte("list")
	bucketJobs   = []byte("jobs")
	bucketGames  = []byte("games")
	bucketEnded  = []byte("ended")
	bucketPlayer = []byte("player")
	bucketOpen   = []byte("open")

	bucketImported = []byte("imported")
	bucketDates    = []byte("dates")

	bucketSnapshots = []byte("snapshots")

	bucketJournal = []byte("journal") // exists while it has entries

	bucketAnswers = []byte("answers")
	bucketExpiry  = []byte("expiry")

	buckets = [][]byte{
		bucketLog, bucketState, bucketDue, bucketList, bucketJobs, bucketGames, bucketEnded, bucketPlayer, bucketOpen,
		bucketImported, bucketDates, bucketSnapshots, bucketAnswers, bucketExpiry,
	}

	keyFormat = []byte("format")
	keyDated  = []byte("dated")

	keyNameKey = []byte("name-key")
)

const keyNumberLength = 8

// sequenceKey returns a key that sorts by n.
func sequenceKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func parseSequence(key []byte) uint64 { return binary.BigEndian.Uint64(key) }

// timeKey returns a key that sorts by a time in Unix milliseconds, then by name.
// The flipped sign bit puts times before 1970 first.
func timeKey(ms int64, name string) []byte {
	return append(sequenceKey(uint64(ms)^1<<63), name...)
}

// nameOf returns the name that follows the number in a key.
func nameOf(key []byte) string { return string(key[keyNumberLength:]) }

// deadline returns t in Unix milliseconds, rounded up so that nothing is due early. It
// returns 0 for the zero time, which means never.
func deadline(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Add(time.Millisecond - 1).UnixMilli()
}

// roomState is the data of a room that the store keeps in addition to its log.
type roomState struct {
	Due     int64     `json:"due,omitempty"`     // Unix milliseconds; 0: never
	List    room.List `json:"list,omitempty"`    // the list that has the room
	Entered uint64    `json:"entered,omitempty"` // sequence number of the room in List
	Job     uint64    `json:"job,omitempty"`     // sequence number of the room's latest job; 0: no job
	Origin  string    `json:"origin,omitempty"`  // room.Effects.Origin of the first entry
}

func stateOf(tx *bolt.Tx, id room.ID) (roomState, error) {
	var st roomState
	data := tx.Bucket(bucketState).Get([]byte(id))
	if data == nil {
		return st, nil
	}
	if err := json.Unmarshal(data, &st); err != nil {
		return st, damaged("state of room %s: %w", id, err)
	}
	return st, nil
}

// hasJob reports whether the room's latest job is still in the queue.
func (st roomState) hasJob(tx *bolt.Tx) bool {
	return st.Job != 0 && tx.Bucket(bucketJobs).Get(sequenceKey(st.Job)) != nil
}

func (st roomState) put(tx *bolt.Tx, id room.ID) error {
	if st == (roomState{}) {
		return tx.Bucket(bucketState).Delete([]byte(id))
	}
	data, err := json.Marshal(st)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketState).Put([]byte(id), data)
}

// cursor encodes a key of the archive as a cursor of storage.Archive.
func cursor(key []byte) string { return base64.RawURLEncoding.EncodeToString(key) }

// parseCursor decodes a cursor. It returns nil if s is not a result of the function cursor.
func parseCursor(s string) []byte {
	key, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(key) <= keyNumberLength {
		return nil
	}
	if _, err := room.ParseGameID(nameOf(key)); err != nil {
		return nil
	}
	return key
}

package filelog

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
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

	bucketImported = []byte("imported")
	bucketDates    = []byte("dates")

	bucketAnswers = []byte("answers")
	bucketExpiry  = []byte("expiry")

	buckets = [][]byte{
		bucketLog, bucketState, bucketDue, bucketList, bucketJobs, bucketGames, bucketEnded, bucketPlayer,
		bucketImported, bucketDates, bucketAnswers, bucketExpiry,
	}

	keyFormat = []byte("format")
	keyDated  = []byte("dated")
)

const numberLength = 8

// number is a key that sorts as n does.
func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func parseNumber(key []byte) uint64 { return binary.BigEndian.Uint64(key) }

// stamped is a key that sorts by a time in Unix milliseconds, then by name.
// The flipped sign bit puts times before 1970 first.
func stamped(ms int64, name string) []byte {
	return append(number(uint64(ms)^1<<63), name...)
}

// nameOf returns the name in a key of stamped or of numbered.
func nameOf(key []byte) string { return string(key[numberLength:]) }

// deadline returns t in Unix milliseconds, rounded up so that nothing is due
// early; zero for a time that never comes.
func deadline(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Add(time.Millisecond - 1).UnixMilli()
}

// standing is what the store knows of a room beside its log.
type standing struct {
	Due     int64     `json:"due,omitempty"`     // Unix milliseconds; 0: never
	List    room.List `json:"list,omitempty"`    // in which it stands
	Entered uint64    `json:"entered,omitempty"` // its place there
	Job     uint64    `json:"job,omitempty"`     // the latest that it queued; 0: none
}

func standingOf(tx *bolt.Tx, id room.ID) (standing, error) {
	var st standing
	data := tx.Bucket(bucketState).Get([]byte(id))
	if data == nil {
		return st, nil
	}
	if err := json.Unmarshal(data, &st); err != nil {
		return st, fmt.Errorf("state of room %s: %w", id, err)
	}
	return st, nil
}

func (st standing) put(tx *bolt.Tx, id room.ID) error {
	if st == (standing{}) {
		return tx.Bucket(bucketState).Delete([]byte(id))
	}
	data, err := json.Marshal(st)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketState).Put([]byte(id), data)
}

// cursor is a place in the archive's order, as a word for the outside.
func cursor(key []byte) string { return base64.RawURLEncoding.EncodeToString(key) }

// parseCursor returns nil for anything that cursor did not return.
func parseCursor(s string) []byte {
	key, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(key) <= numberLength {
		return nil
	}
	if _, err := room.ParseGameID(nameOf(key)); err != nil {
		return nil
	}
	return key
}

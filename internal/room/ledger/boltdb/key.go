package boltdb

import (
	"encoding/binary"
	"math"

	"github.com/quatre/quatre/internal/room/ledger"
)

// The parts of a key, see the package comment.
const (
	partEntry  = 'l'
	partField  = 'h'
	partMember = 'm'
	partSize   = 'n'
	partPlace  = 's'
)

const numberLength = 8

// at returns the form of a part of a key.
func at(key string, part byte, rest string) []byte {
	b := make([]byte, 0, len(key)+len(rest)+binary.MaxVarintLen64+numberLength+1)
	b = binary.AppendUvarint(b, uint64(len(key)))
	b = append(b, key...)
	return append(append(b, part), rest...)
}

// entryKey is the place of entry n of a log.
func entryKey(log string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(at(log, partEntry, ""), n)
}

// placeKey is the place of a member in the order of its set.
func placeKey(set string, m ledger.Member) []byte {
	return append(binary.BigEndian.AppendUint64(at(set, partPlace, ""), uint64(m.Score)^1<<63), m.Name...)
}

// behindScore is behind the places of all members with this score or a smaller one.
func behindScore(set string, score int64) []byte {
	if score == math.MaxInt64 {
		return at(set, partPlace+1, "")
	}
	return placeKey(set, ledger.Member{Score: score + 1})
}

// parsePlace reads what follows partPlace.
func parsePlace(rest []byte) (ledger.Member, error) {
	if len(rest) < numberLength {
		return ledger.Member{}, damaged("%x is no place in a set", rest)
	}
	score := int64(binary.BigEndian.Uint64(rest) ^ 1<<63)
	return ledger.Member{Score: score, Name: string(rest[numberLength:])}, nil
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func parseNumber(b []byte) (uint64, error) {
	if len(b) != numberLength {
		return 0, damaged("%x is no number", b)
	}
	return binary.BigEndian.Uint64(b), nil
}

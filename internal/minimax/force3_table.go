package minimax

import (
	"maps"
	"sync"

	"github.com/quatre/quatre/internal/rules"
)

// force3Table has the distances of positions of one variant, without history: of all positions that
// can follow those that were asked for.
type force3Table struct {
	game rules.Game

	mu    sync.Mutex
	known map[force3Key]distance // by canonicalKey
}

func newForce3Table(variant string) *force3Table {
	g, err := rules.Parse(variant)
	if err != nil {
		panic(err) // cannot happen: the names are from package rules
	}
	return &force3Table{game: g, known: map[force3Key]distance{}}
}

// distance returns the distance of a position. The first call for a position near the start takes
// a fraction of a second.
func (t *force3Table) distance(p *rules.Force3Position) distance {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := canonicalKey(p)
	if _, ok := t.known[key]; !ok {
		found := solveForce3(p, t.game, canonicalKey, func(p *rules.Force3Position) (distance, bool) {
			d, ok := t.known[canonicalKey(p)]
			return d, ok
		})
		maps.Copy(t.known, found)
	}
	return t.known[key]
}

// force3Key is a position without its history.
type force3Key struct {
	first, second uint16
	hole          int8
	via, ban      int8       // as in rules.Force3Position.Ban; ban is -1 if there is none
	turn          rules.Side // NoSide in a canonicalKey
}

func exactKey(p *rules.Force3Position) force3Key {
	key := force3Key{p.Discs(rules.First), p.Discs(rules.Second), int8(p.Hole()), -1, -1, p.Turn()}
	if via, ban, banned := p.Ban(); banned {
		key.via, key.ban = int8(via), int8(ban)
	}
	return key
}

// canonicalKey returns the same key for positions that differ only by a rotation or by their colours,
// because these do not change which turns are legal. The side to move has the discs first, and the
// hole is on cell 0, 1 or 4.
func canonicalKey(p *rules.Force3Position) force3Key {
	key := exactKey(p)
	if key.turn == rules.Second {
		key.first, key.second = key.second, key.first
	}
	key.turn = rules.NoSide
	for key.hole != 0 && key.hole != 1 && key.hole != 4 {
		key.first, key.second, key.hole = rotatedSet[key.first], rotatedSet[key.second], rotatedCell[key.hole]
		if key.ban >= 0 {
			key.ban = rotatedCell[key.ban]
		}
		if key.via >= 0 {
			key.via = rotatedCell[key.via]
		}
	}
	return key
}

// rotatedCell[c] is where a quarter turn of the board moves cell c.
var rotatedCell = [9]int8{2, 5, 8, 1, 4, 7, 0, 3, 6}

// rotatedSet[s] is where it moves a set of cells.
var rotatedSet = func() (all [1 << 9]uint16) {
	for set := range all {
		for cell, to := range rotatedCell {
			all[set] |= uint16(set>>cell&1) << to
		}
	}
	return all
}()

// solveForce3 solves p and all positions that can follow it, as positions of game, and returns their
// distances by key. It does not go beyond positions whose distance settled knows.
func solveForce3(
	p *rules.Force3Position,
	game rules.Game,
	keyOf func(*rules.Force3Position) force3Key,
	settled func(*rules.Force3Position) (d distance, ok bool),
) map[force3Key]distance {
	numbers := map[force3Key]int32{}
	var texts []string // the positions by number, as rules.Setup takes them
	visit := func(p *rules.Force3Position) int32 {
		key := keyOf(p)
		n, seen := numbers[key]
		if !seen {
			n = int32(len(texts))
			numbers[key] = n
			texts = append(texts, rules.FormatSetup(p))
		}
		return n
	}
	var graph [][]turn
	visit(p)
	var moves []rules.Move
	for n := 0; n < len(texts); n++ {
		pos, err := rules.Setup(game, texts[n])
		if err != nil {
			panic(err) // cannot happen: legal turns lead to the position
		}
		p := pos.(*rules.Force3Position)
		moves = p.Moves(moves[:0])
		turns := make([]turn, len(moves))
		for i, m := range moves {
			mover := p.Turn()
			p.Play(m)
			if outcome := p.Outcome(); outcome.Over() {
				turns[i] = turn{-1, endDistance(outcome, mover)}
			} else if d, ok := settled(p); ok {
				turns[i] = turn{-1, d.beforeTurn()}
			} else {
				turns[i] = turn{to: visit(p)}
			}
			p.Undo()
		}
		graph = append(graph, turns)
	}
	distances, found := solveGraph(graph), make(map[force3Key]distance, len(numbers))
	for key, n := range numbers {
		found[key] = distances[n]
	}
	return found
}

// endDistance returns the distance of a turn that ends the game, for the side that makes
// it.
func endDistance(outcome rules.Outcome, mover rules.Side) distance {
	switch outcome.Winner() {
	case rules.NoSide:
		return 0
	case mover:
		return 1
	default:
		return -1
	}
}

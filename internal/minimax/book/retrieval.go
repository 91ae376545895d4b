package book

import "math/bits"

// The outcomes of a position, for the side to move.
const (
	loss = iota - 1
	draw
	win
)

// outcomes has the outcome of each position of a set, by key, but not the keys: for a position outside the set it returns
// any outcome. Wins are the most frequent. So wins has a bit for each position, and draws for those that are not won.
type outcomes struct{ wins, draws retrieval }

func newOutcomes(found map[uint64]int8) outcomes {
	var all, rest []uint64
	var won, drawn []bool
	for key, outcome := range found {
		all, won = append(all, key), append(won, outcome == win)
		if outcome != win {
			rest, drawn = append(rest, key), append(drawn, outcome == draw)
		}
	}
	return outcomes{newRetrieval(all, won), newRetrieval(rest, drawn)}
}

func (o *outcomes) of(key uint64) int {
	switch {
	case o.wins.bit(key):
		return win
	case o.draws.bit(key):
		return draw
	default:
		return loss
	}
}

// retrieval is a function from the keys of a set to bits. It takes about 1.1 bits for each key, because it does not have the
// keys.
//
// The hash of a key gives a slot and 64 coefficients. The bit of the key is the sum modulo 2 of those bits, from the slot on,
// whose coefficients are 1. To find bits that fit all keys is to solve linear equations, each with its unknowns in a short
// interval, so that elimination takes short steps: the "ribbon" of Peter Dillinger and Stefan Walzer, "Ribbon filter:
// practically smaller than Bloom and Xor" (2021).
type retrieval struct {
	seed  uint64   // of the hash
	slots uint64   // at least 64
	words []uint64 // the bits of the slots, and at least one word more
}

// newRetrieval returns the function with these bits. The keys must be distinct. Their order makes no difference.
func newRetrieval(keys []uint64, bit []bool) (r retrieval) {
	for seed, n := uint64(0), uint64(len(keys)); ; seed++ {
		if r = newSlots(seed, 64+n+n*(6+seed)/100); r.solve(keys, bit) {
			return r
		}
	}
}

func newSlots(seed, slots uint64) retrieval {
	return retrieval{seed, slots, make([]uint64, slots/64+2)}
}

// equation returns the first slot of a key, and the coefficients from there on. The first of these is 1.
func (r *retrieval) equation(key uint64) (slot, coefficients uint64) {
	h := mix(key ^ mix(r.seed))
	slot, _ = bits.Mul64(h, r.slots-63)
	return slot, mix(h) | 1
}

// mix is a bijection that spreads similar numbers: the finalizer of SplitMix64 (Guy Steele, Doug Lea and Christine Flood, "Fast
// splittable pseudorandom number generators", 2014).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

func (r *retrieval) bit(key uint64) bool {
	slot, coefficients := r.equation(key)
	i, shift := slot/64, slot%64
	return odd((r.words[i]>>shift | r.words[i+1]<<(64-shift)) & coefficients)
}

func odd(x uint64) bool { return bits.OnesCount64(x)%2 == 1 }

// solve finds the bits of r, which must be 0. It returns false if the equations contradict each other.
func (r *retrieval) solve(keys []uint64, bit []bool) bool {
	rows := make([]uint64, r.slots) // the coefficients of the equation with this first slot; 0: none
	sums := make([]bool, r.slots)
	for i, key := range keys {
		slot, row := r.equation(key)
		sum := bit[i]
		for row != 0 && rows[slot] != 0 {
			sum = sum != sums[slot]
			row ^= rows[slot]
			next := bits.TrailingZeros64(row) % 64
			row, slot = row>>next, slot+uint64(next)
		}
		if row != 0 {
			rows[slot], sums[slot] = row, sum
		} else if sum {
			return false
		}
	}
	after := uint64(0) // the bits behind the slot
	for slot := r.slots; slot > 0; {
		slot--
		after <<= 1
		if odd(rows[slot]&after) != sums[slot] {
			after |= 1
			r.words[slot/64] |= 1 << (slot % 64)
		}
	}
	return true
}

package queuesim

import (
	"bytes"
	"fmt"
	"io"
	"math"
)

// sizes are numbers of players online, and of independent installations: one per million
// players.
var sizes = []struct {
	name          string
	players       float64
	installations int
}{{"10 thousand", 1e4, 1}, {"1 million", 1e6, 1}, {"100 million", 1e8, 100}}

// demand is the load of the players of one installation, and the machines that it needs.
type demand struct {
	humanMoves, aiTurns            float64 // per second: moves between people; turns of AIs, each after a move of a person
	hubCores, hubGB                float64
	redisCores                     float64
	slots                          int
	utilisation, p50, p99, p999    float64 // share of the slots' time, and quantiles of the wait in seconds
	workerCores                    float64
	gamesPerDay                    float64
	logGB, archiveGB               float64 // per day
	hubs, masters, workerProcesses int
}

// plan computes the demand of a number of players.
func plan(players float64, measured map[string]*Histogram) (demand, error) {
	var d demand
	moves := players * movesPerMinute / 60
	d.humanMoves, d.aiTurns = moves*(1-aiShare), moves*aiShare
	d.hubCores = (d.humanMoves*hubMove.value + d.aiTurns*hubAITurn.value + players*hubSocket.value) / 1e6
	d.hubGB = players * hubMemory.value / 1e6
	d.hubs = int(math.Ceil(d.hubCores / maxHubLoad))
	if err := d.workers(measured); err != nil {
		return d, err
	}
	d.workerProcesses = (d.slots + slotsPerWorker - 1) / slotsPerWorker
	d.redisCores = (d.humanMoves*redisMove.value + d.aiTurns*redisAITurn.value + float64(d.workerProcesses)*redisWorker.value) / 1e6
	d.masters = int(math.Ceil(d.redisCores / maxRedisLoad))
	d.gamesPerDay = (d.humanMoves + 2*d.aiTurns) / gameMoves * 86400 * meanOnline
	d.logGB = d.gamesPerDay * redisRoom.value / 1e6
	d.archiveGB = d.gamesPerDay * redisGame.value / 1e6
	return d, nil
}

// A simulation lasts simulatedTurns turns or simulatedSeconds seconds, whichever is longer.
// In that time the slots are full of the longest searches many times.
const (
	simulatedTurns   = 200_000
	simulatedSeconds = 10
)

// workers finds the smallest number of slots with which the p99 of the waits is at most
// maxWait. It sets the fields about slots and workers.
func (d *demand) workers(measured map[string]*Histogram) error {
	c := Config{Slots: 1, Overhead: workerSlot.value / 1000, Jobs: max(simulatedTurns, int(simulatedSeconds*d.aiTurns)), Seed: 1}
	cpu := 0.0
	for _, m := range levelMix {
		times, ok := measured[m.level]
		if !ok {
			return fmt.Errorf("there are no measurements for level %s", m.level)
		}
		c.Turns = append(c.Turns, Class{Name: m.level, Rate: d.aiTurns * m.share, Service: times})
		cpu += d.aiTurns * m.share * (times.Mean() + workerTurn.value/1000)
	}
	d.workerCores = cpu
	for c.Slots = int(math.Ceil(c.Load() / maxSlotLoad)); ; c.Slots++ {
		if c.Load() >= 1 {
			continue
		}
		r, err := Run(c)
		if err != nil {
			return err
		}
		waits := r.Turns.Wait.Quantiles(0.5, 0.99, 0.999)
		if waits[1] <= maxWait {
			d.slots, d.utilisation, d.p50, d.p99, d.p999 = c.Slots, c.Load(), waits[0], waits[1], waits[2]
			return nil
		}
	}
}

// WritePlan writes the measurements, the assumptions and the demand for each of sizes, in
// Markdown.
func WritePlan(w io.Writer) error {
	measured, err := Measured()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	writeFigures(&b, measured)
	fmt.Fprintf(&b, `
Assumptions:

- Each player online makes %g moves a minute, %.0f %% of them against an AI. A game has %g moves.
- Over a day the load is on average %.0f %% of the busiest time.
- The core of a hub is at most %.0f %% busy, that of a Redis master %.0f %%, a search slot %.0f %%.
- There are enough slots for 99 %% of the turns to wait less than %.0f ms.
- Each player has one socket.

`, movesPerMinute, 100*aiShare, gameMoves, 100*meanOnline, 100*maxHubLoad, 100*maxRedisLoad, 100*maxSlotLoad, 1000*maxWait)
	var all []demand
	for i, s := range sizes {
		players := s.players / float64(s.installations)
		if i > 0 && players == sizes[i-1].players/float64(sizes[i-1].installations) {
			all = append(all, all[i-1])
			continue
		}
		d, err := plan(players, measured)
		if err != nil {
			return err
		}
		all = append(all, d)
	}
	writeDemands(&b, all)
	_, err = w.Write(b.Bytes())
	return err
}

func writeFigures(b *bytes.Buffer, measured map[string]*Histogram) {
	fmt.Fprintf(b, "| measured | | command |\n|---|---|---|\n")
	for _, f := range figures() {
		fmt.Fprintf(b, "| %s | %g %s | %s |\n", f.name, f.value, f.unit, f.how)
	}
	for _, m := range levelMix {
		if h := measured[m.level]; h != nil {
			fmt.Fprintf(b, "| worker: a search of `%s` on 7x6, mean (%.0f %% of the turns are assumed) | %.3g ms | F |\n", m.level, 100*m.share, 1000*h.Mean())
		}
	}
	hubPerPlayer := movesPerMinute / 60 * ((1-aiShare)*hubMove.value + aiShare*hubAITurn.value)
	hubPerPlayer += hubSocket.value
	redisPerPlayer := movesPerMinute / 60 * ((1-aiShare)*redisMove.value + aiShare*redisAITurn.value)
	search := 0.0
	for _, m := range levelMix {
		search += m.share * measured[m.level].Mean()
	}
	perTurn := search + workerSlot.value/1000
	fmt.Fprintf(b, "\n- One hub's core carries %.0f k players: %.1f µs a second each, at %.0f %%.\n", maxHubLoad*1e3/hubPerPlayer, hubPerPlayer, 100*maxHubLoad)
	fmt.Fprintf(b, "- One Redis master carries %.0f k players: %.1f µs a second each, at %.0f %%, idle workers aside.\n", maxRedisLoad*1e3/redisPerPlayer, redisPerPlayer, 100*maxRedisLoad)
	fmt.Fprintf(b, "- One search slot carries %.0f turns a second, of %.1f ms each, at %.0f %%: %.1f k players.\n",
		maxSlotLoad/perTurn, 1000*perTurn, 100*maxSlotLoad, maxSlotLoad/perTurn/(movesPerMinute/60*aiShare)/1000)
}

func writeDemands(b *bytes.Buffer, all []demand) {
	line := func(label string, value func(i int, d demand) string) {
		fmt.Fprintf(b, "| %s |", label)
		for i, d := range all {
			fmt.Fprintf(b, " %s |", value(i, d))
		}
		b.WriteByte('\n')
	}
	number := func(label, format string, value func(demand) float64) {
		line(label, func(_ int, d demand) string { return fmt.Sprintf(format, value(d)) })
	}
	line("players online", func(i int, _ demand) string { return sizes[i].name })
	b.WriteString("|---|---|---|---|\n")
	line("installations, and the rest of the column is for one", func(i int, _ demand) string { return fmt.Sprint(sizes[i].installations) })
	number("moves a second between people", "%.0f", func(d demand) float64 { return d.humanMoves })
	number("turns of AIs a second", "%.0f", func(d demand) float64 { return d.aiTurns })
	number("hub cores that are busy", "%.1f", func(d demand) float64 { return d.hubCores })
	line("**hub cores**, at least two hubs", func(_ int, d demand) string { return fmt.Sprintf("**%d**", max(d.hubs, 2)) })
	number("memory for sockets", "%.1f GB", func(d demand) float64 { return d.hubGB })
	number("Redis cores that are busy", "%.2f", func(d demand) float64 { return d.redisCores })
	line("**Redis masters**, and as many replicas", func(_ int, d demand) string { return fmt.Sprintf("**%d**", d.masters) })
	number("search slots that are busy", "%.1f", func(d demand) float64 { return d.utilisation * float64(d.slots) })
	line("**search slots**", func(_ int, d demand) string { return fmt.Sprintf("**%d**", d.slots) })
	line("wait for a slot, simulated: p50, p99, p99.9", func(_ int, d demand) string {
		return fmt.Sprintf("%.0f, %.0f, %.0f ms", 1000*d.p50, 1000*d.p99, 1000*d.p999)
	})
	number("worker cores that are busy", "%.1f", func(d demand) float64 { return d.workerCores })
	number("games that end in a day", "%.2g", func(d demand) float64 { return d.gamesPerDay })
	number("Redis memory for logs, for each day of `-retention`", "%.0f GB", func(d demand) float64 { return d.logGB })
	number("Redis memory for finished games, for each day of `-keep-games`", "%.1f GB", func(d demand) float64 { return d.archiveGB })
}

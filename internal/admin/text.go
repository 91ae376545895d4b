package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// timeFormat is the format of times. All are UTC.
const timeFormat = "2006-01-02 15:04:05"

// WriteRooms writes a list as a table. The error is that of w.
func WriteRooms(w io.Writer, p Page, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ROOM\tPHASE\tVARIANT\tGAME\tMOVES\tSEAT 1\tSEAT 2\tTURN\tSINCE\tIDLE\tWAITING FOR AI\tWATCHING")
	for _, s := range p.Rooms {
		if s.Damage != "" {
			fmt.Fprintf(t, "%s\tdamaged\t%s\n", s.Room, s.Damage)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", s.Room, s.Phase, s.Variant, s.Game, s.Moves,
			s.Seat(1), s.Seat(2), s.SeatToMove(), Ago(now, s.Since), Ago(now, s.Last), s.aiWait(now).String(), s.Spectators)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d rooms%s; * means present now\n", len(p.Rooms), p.limitNote())
	if p.Away {
		fmt.Fprintln(w, "Part of the store does not answer; its rooms are missing.")
	}
	for _, what := range p.Damage {
		fmt.Fprintf(w, "Rooms are missing: %s\n", what)
	}
	return nil
}

// limitNote says whether the list is incomplete.
func (p *Page) limitNote() string {
	switch {
	case p.More:
		return ", more exist"
	case p.Cut:
		return fmt.Sprintf(", among the latest %d of each list", MaxListed)
	default:
		return ""
	}
}

// Seat returns the holder of a seat, with a star if the player is present.
func (sum *Summary) Seat(seat room.Seat) string {
	name := sum.Players[seat-1].String()
	if sum.Players[seat-1].Here {
		name += " *"
	}
	return name
}

// SeatToMove returns the seat whose turn it is, or "-". Both players may have the same name.
func (sum *Summary) SeatToMove() string {
	if !sum.Turn.Valid() {
		return "-"
	}
	return fmt.Sprint("seat ", sum.Turn)
}

// aiWait returns what the room waits for from an AI and for how long, or "asleep", or "-" if it
// waits for no AI.
func (sum *Summary) aiWait(now time.Time) names.Text {
	switch {
	case sum.AI == "":
		return names.Text{"-", "-"}
	case sum.Asleep:
		return asleepText
	}
	return choose(sum.AI == "advice", adviceText, moveText).With(ago(now, sum.AISince))
}

// ago is Ago in both languages.
func ago(now, then time.Time) names.Text {
	text := Ago(now, then)
	return names.Text{text, strings.Replace(text, "d", "j", 1)}
}

// Ago formats the time from then to now, in at most two units.
func Ago(now, then time.Time) string {
	d := max(0, now.Sub(then))
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	default:
		return fmt.Sprintf("%dd%02dh", int(d.Hours())/24, int(d.Hours())%24)
	}
}

// WriteLog writes a log as a table, one line per entry. The last line gives the state of
// the room or, if the log is damaged, says what is wrong. The error is that of w: damage is none.
func WriteLog(w io.Writer, entries []room.Entry) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "N\tTIME (UTC)\tAFTER\tBY\tTYPE\tWHAT")
	s, damage := &room.State{}, error(nil)
	var last time.Time
	for _, e := range entries {
		if damage == nil {
			damage = s.Apply(e)
		}
		after := ""
		if !last.IsZero() {
			after = e.At.Sub(last).Round(time.Millisecond).String()
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\n", e.N, e.At.Format(timeFormat+".000"), after, actor(s, e.By), e.Event.Kind(), describe(e.Event))
		last = e.At
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if damage != nil {
		label := "DAMAGED"
		if errors.Is(damage, room.ErrTooNew) {
			label = "THIS PROGRAM IS TOO OLD"
		}
		_, err := fmt.Fprintf(w, "%s: %v\n", label, damage)
		return err
	}
	_, err := fmt.Fprintf(w, "%s, %d entries, digest %s\n", s.Phase, s.N, s.Digest)
	return err
}

// actor returns the name of an entry's author.
func actor(s *room.State, by room.PlayerID) string {
	switch by {
	case "":
		return "-"
	case room.Machine:
		return "AI"
	case room.Operator:
		return "operator"
	}
	for _, p := range s.Players {
		if p.ID == by {
			return Player{Player: p}.String()
		}
	}
	return "player " + shortID(by)
}

// describe returns the details of an event, without its type.
func describe(ev room.Event) string {
	switch ev := ev.(type) {
	case room.Created:
		a, b := Player{Player: ev.Players[0]}, Player{Player: ev.Players[1]}
		return fmt.Sprintf("%s: %s (%s) against %s (%s), seat %d begins", ev.Variant, a, a.Colour, b, b.Colour, ev.First)
	case room.Joined:
		return fmt.Sprintf("seat %d: %s", ev.Seat, Player{Player: room.Player{ID: ev.ID, Name: ev.Name, Level: ev.Level}})
	case room.Moved:
		return fmt.Sprintf("seat %d: %s, in %v%s", ev.Seat, ev.Move, time.Duration(ev.MS)*time.Millisecond, ending(ev.End))
	case room.Closed:
		return strings.TrimSuffix(ev.Reason+": "+ev.Note, ": ")
	}
	data, err := json.Marshal(ev)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func ending(end *room.Ending) string {
	switch {
	case end == nil:
		return ""
	case end.Winner == 0:
		return "; a draw: " + end.Reason
	default:
		return fmt.Sprintf("; seat %d wins: %s", end.Winner, end.Reason)
	}
}

package main

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// hubLink is the part of a link that the model uses.
type hubLink interface {
	send(command)
	analyse(place)
	why(game int)
	wake()
	resume() // connects again after a final close code
}

// connectionState is the state of the link.
type connectionState int

const (
	connecting connectionState = iota
	live                       // the hub has welcomed the link
	down                       // the link is trying again
	replaced                   // another connection has the seat, until the user takes it back
)

const (
	tickEvery     = time.Second            // redraws the clocks
	fastTickEvery = 100 * time.Millisecond // redraws the clocks when a player has little time left
	fastTickBelow = 10 * time.Second       // the time left on the clock that counts as little
	showLostAfter = time.Second            // shorter interruptions are not shown
	maxInput      = 300                    // characters; links are long
	defaultWidth  = 80                     // until the terminal reports its size
	defaultHeight = 24
)

// model is the state of the user interface. Only Update, or the loop of plain mode, changes it.
type model struct {
	cfg      config
	shareURL string // link that invites a friend
	link     hubLink
	reports  <-chan any

	// from the hub
	room        *room.State
	news        news
	me          room.PlayerID // the user's
	presence    wire.Presence
	storeUp     bool   // the hub's store answers
	logEnd      uint64 // number of the last entry when the connection opened
	clockOffset int64  // the hub's clock minus this machine's, in milliseconds

	connection   connectionState
	lostAt       time.Time // when the connection was lost
	unanswered   []command
	askedForSeat bool
	askedForName bool

	// from the user
	input     string    // typed so far
	notice    string    // why the last command failed
	reading   reading   // text shown in place of the board
	page      int       // number of the shown page of this text, from 0
	analysis  analysed  // the last analysis that the user asked for
	explained explained // the last answer to /why
	resigning bool      // asked whether to resign
	muted     bool
	replay    replay
	saved     int // games of this room that the user has saved

	// from the terminal
	window
	now        time.Time
	lineByLine bool // plain mode

	leaving bool   // the user leaves for good and does not keep the seat
	fatal   string // why the program cannot continue
}

func newModel(cfg config, shareURL string, l hubLink, reports <-chan any) *model {
	return &model{
		cfg: cfg, shareURL: shareURL, link: l, room: new(room.State), reports: reports, storeUp: true, now: time.Now(), lostAt: time.Now(),
		window: newWindow(), notice: cfg.notice,
	}
}

// The program's own bubbletea messages.
type (
	// reported carries one report of the link.
	reported struct{ report any }
	ticked   time.Time
)

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return tea.Batch(m.waitForReport(), m.tick()) }

// waitForReport returns a command that waits for the link's next report.
func (m *model) waitForReport() tea.Cmd {
	reports := m.reports
	return func() tea.Msg {
		report, open := <-reports
		if !open {
			return nil
		}
		return reported{report}
	}
}

func (m *model) tick() tea.Cmd {
	every := tickEvery
	if turn := m.room.Turn(); turn.Valid() {
		if _, left := m.timeOf(turn); m.room.Clock != nil && left < fastTickBelow {
			every = fastTickEvery
		}
	}
	return tea.Tick(every, func(t time.Time) tea.Msg { return ticked(t) })
}

// hubNow returns the hub's time in Unix milliseconds.
func (m *model) hubNow() int64 { return m.now.UnixMilli() + m.clockOffset }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.window = m.window.update(msg)
	switch msg := msg.(type) {
	case reported:
		if m.handleReport(msg.report); m.fatal != "" {
			return m, tea.Quit
		}
		return m, m.waitForReport()
	case ticked:
		m.now = time.Time(msg)
		return m, m.tick()
	case tea.FocusMsg, tea.ResumeMsg:
		m.link.wake()
	case tea.PasteMsg:
		m.input = edit(m.input, "", msg.Content)
	case tea.KeyPressMsg:
		return m, m.handleKey(msg)
	}
	return m, nil
}

// handleReport applies one report of the link.
func (m *model) handleReport(report any) {
	switch r := report.(type) {
	case wire.Welcome:
		if r.From == 0 {
			m.room, m.news = new(room.State), news{}
		}
		m.connection, m.me, m.presence, m.storeUp, m.logEnd = live, r.Player, r.Here, r.Store, r.N
		m.clockOffset = r.Now - m.now.UnixMilli()
		m.takeSeatAndName()
	case entriesReceived:
		for _, e := range r {
			if m.follow(e) != nil {
				m.fatal = m.say(texts.RoomTooNew)
				return
			}
		}
		if m.cfg.mode == modeReplay && m.room.Phase == room.PhaseFinished {
			m.beginReplay()
		}
		m.askScore()
		m.resigning = m.resigning && m.room.Phase == room.PhasePlaying
		if m.room.Phase == room.PhaseFinished && !strings.HasPrefix(m.input, "/") {
			m.input = "" // a move typed too late
		}
		m.takeSeatAndName()
	case answered:
		m.handleAnswer(r)
	case presenceChanged:
		m.presence = wire.Presence(r)
	case storeChanged:
		m.storeUp = bool(r)
	case disconnected:
		if m.connection != down {
			m.connection, m.lostAt = down, m.now
		}
	case analysed:
		if r.place.equal(m.analysis.place) {
			m.analysis = r
		}
	case explained:
		if r.game == m.explained.game {
			m.explained = r
		}
		m.noteScore(r)
	case gaveUp:
		if m.connection = replaced; r.code != wire.CloseReplaced {
			m.fatal = m.say(finalTexts[r.code])
		}
	}
}

func (m *model) handleAnswer(a answered) {
	m.unanswered = slices.DeleteFunc(m.unanswered, func(c command) bool { return c.ID == a.id })
	if a.refused == nil {
		return
	}
	m.notice = m.cfg.lang.Refusal(a.refused.Code, a.refused.Text)
	switch a.refused.Code {
	case "unknown_level":
		m.notice += " " + m.say(texts.LevelsList, m.cfg.lang.TypedLevels())
	case "delegated":
		m.notice += " " + m.say(texts.TypeDelegate)
	}
}

// finalTexts say why the link has given up for good, by the hub's close code.
var finalTexts = map[wire.CloseCode]texts.Text{
	wire.CloseNoRoom: texts.NoRoom, wire.CloseOutdated: texts.Outdated, wire.CloseNotLetIn: texts.NoSpectators, wire.CloseMalformed: texts.NotUnderstood,
}

// takeSeatAndName asks for the free seat and the configured name, each once, after the
// whole log has been read.
func (m *model) takeSeatAndName() {
	if m.cfg.watch || m.connection != live || m.room.N < m.logEnd || m.room.Phase == room.PhaseNone {
		return
	}
	mine, both := m.seat()
	switch {
	case mine == 0 && m.room.Phase == room.PhaseWaiting && !m.askedForSeat:
		m.askedForSeat, m.askedForName = true, true
		m.send(command{T: "sit", Name: m.cfg.create.Name})
	case mine != 0 && !both && !m.askedForName && m.cfg.create.Name != "" && m.room.Players[mine-1].Name != m.cfg.create.Name:
		m.askedForName = true
		m.send(command{T: "name", Name: m.cfg.create.Name})
	}
}

// send passes a command to the link, with a new ID.
func (m *model) send(c command) {
	c.ID, c.N = newID(), m.room.N
	m.notice = ""
	m.unanswered = append(m.unanswered, c)
	m.link.send(c)
}

// awaitingAnswer reports whether a command of type kind has no answer yet.
func (m *model) awaitingAnswer(kind string) bool {
	return slices.ContainsFunc(m.unanswered, func(c command) bool { return c.T == kind })
}

// isMyTurn reports whether the user is to move.
func (m *model) isMyTurn() bool {
	turn := m.room.Turn()
	return turn.Valid() && m.isMySeat(turn) && !m.machinePlays(turn)
}

// game presents the room's game, once the room has one.
func (m *model) game() game { return presentation(m.cfg.lang, m.room.Game) }

// seat returns the seat that the user acts for, or 0, and whether the user holds both.
func (m *model) seat() (mine room.Seat, both bool) {
	mine = m.room.SeatOf(m.me)
	return mine, mine.Valid() && m.room.Self()
}

// machinePlays reports whether an AI plays the turns of a seat now.
func (m *model) machinePlays(s room.Seat) bool {
	return m.room.Players[s-1].IsAI() || m.room.Phase == room.PhasePlaying && m.room.Delegated[s-1] != ""
}

// onlyMachines reports whether AIs play the turns of both seats now.
func (m *model) onlyMachines() bool { return m.machinePlays(1) && m.machinePlays(2) }

// isMySeat reports whether the user holds a seat and is not only watching.
func (m *model) isMySeat(s room.Seat) bool {
	return !m.cfg.watch && m.me != "" && m.room.Players[s-1].ID == m.me
}

// hasDelegated reports whether the AI plays turns of the user now.
func (m *model) hasDelegated() bool {
	return m.room.Phase == room.PhasePlaying && slices.ContainsFunc([]room.Seat{1, 2}, func(s room.Seat) bool {
		return m.isMySeat(s) && m.room.Delegated[s-1] != ""
	})
}

// isPlayer reports whether the user holds a seat and is not only watching.
func (m *model) isPlayer() bool {
	mine, _ := m.seat()
	return mine != 0 && !m.cfg.watch
}

// say returns a text in the user's language.
func (m *model) say(t texts.Text, args ...any) string { return m.cfg.lang.Say(t, args...) }

// edit returns a typed line after a key with a name, which types text. The line stays within maxInput
// characters.
func edit(line, name, text string) string {
	switch name {
	case "ctrl+u":
		return ""
	case "backspace", "ctrl+h":
		runes := []rune(line)
		return string(runes[:max(0, len(runes)-1)])
	}
	runes := []rune(line + printable(text))
	return string(runes[:min(len(runes), maxInput)])
}

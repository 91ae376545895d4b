package main

import (
	"runtime"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/coder/websocket"
)

// hubLink is what a model needs of a link.
type hubLink interface {
	send(command)
	wake()
	resume()
}

// connection is how the link is.
type connectionState int

const (
	connecting connectionState = iota
	live
	down     // another try is on its way
	replaced // until the person asks for the seat back
)

// How often the screen is drawn anew for the clocks.
const (
	tickEvery    = time.Second
	fastTickEvery  = 100 * time.Millisecond
	fastTickBelow   = 10 * time.Second
	showLostAfter    = time.Second // shorter losses are not worth a word
	maxInput      = 64          // characters of what is typed
	defaultWidth = 80
	defaultHeight  = 24
)

// model is the whole program between two events: what is known, and what is
// typed. It is changed by Update alone.
type model struct {
	cfg     config
	shareURL   string // the link for a friend
	link    hubLink
	reports <-chan any

	// of the hub
	room   roomState
	me     string // one's own public id
	presence   presence
	storeUp  bool   // whether the hub's store answers
	logEnd   uint64 // the log's last entry when the connection opened
	clockOffset int64  // the hub's clock minus this one, in milliseconds

	connection connectionState
	lostAt     time.Time
	unanswered       []command // without an answer
	askedForSeat        bool      // has asked for the free seat
	askedForName      bool      // has asked for the name of the command line

	// of the person
	input   string // what is typed
	notice string // why the last command was not carried out, or the like
	help   bool
	muted  bool

	// of the terminal
	now           time.Time
	width, height int
	glyphs        glyphs
	painter       painter

	leaving bool   // for good
	fatal string // why the program cannot go on
}

func newModel(cfg config, share string, l *link) model {
	return model{
		cfg: cfg, shareURL: share, link: l, reports: l.reports, storeUp: true, now: time.Now(), lostAt: time.Now(),
		width: defaultWidth, height: defaultHeight, glyphs: asciiGlyphs,
	}
}

// Messages to the model beside those of bubbletea.
type (
	// reported is one report of the link.
	reported struct{ report any }
	ticked   time.Time
)

// Init implements tea.Model.
func (m model) Init() tea.Cmd { return tea.Batch(m.waitForReport(), m.tick()) }

// listen waits for the link's next report.
func (m model) waitForReport() tea.Cmd {
	reports := m.reports
	return func() tea.Msg {
		what, open := <-reports
		if !open {
			return nil
		}
		return reported{what}
	}
}

func (m model) tick() tea.Cmd {
	every := tickEvery
	if turn := m.room.turn(); turn.valid() {
		if t := m.room.playerTimeAt(turn, m.hubNow()); t.hasClock && t.left < fastTickBelow {
			every = fastTickEvery
		}
	}
	return tea.Tick(every, func(t time.Time) tea.Msg { return ticked(t) })
}

// hubNow is the hub's time, in Unix milliseconds.
func (m model) hubNow() int64 { return m.now.UnixMilli() + m.clockOffset }

// Update implements tea.Model.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case reported:
		m = m.handleReport(msg.report)
		if m.fatal != "" {
			return m, tea.Quit
		}
		return m, m.waitForReport()
	case ticked:
		m.now = time.Time(msg)
		return m, m.tick()
	case tea.EnvMsg:
		m.glyphs = glyphsFor(msg.Getenv, runtime.GOOS == "windows")
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.FocusMsg, tea.ResumeMsg:
		m.link.wake()
	case tea.PasteMsg:
		m.input = truncate(m.input+printable(msg.Content), maxInput)
	case tea.KeyPressMsg:
		return m.handleKey(msg)
	}
	return m, nil
}

// report takes in what the link says.
func (m model) handleReport(what any) model {
	switch r := what.(type) {
	case welcomed:
		if r.fromStart {
			m.room = roomState{}
		}
		m.connection, m.me, m.presence, m.storeUp, m.logEnd = live, r.player, r.presence, r.storeUp, r.logEnd
		m.clockOffset = r.now - m.now.UnixMilli()
		return m.takeSeatAndName()
	case entriesReceived:
		for _, e := range r {
			if e.tooNew() {
				m.fatal = "this program is too old for this room: get a newer one"
				return m
			}
			m.room = fold(m.room, e)
		}
		if m.room.phase == finished && !strings.HasPrefix(m.input, "/") {
			m.input = "" // what was to be a move is none any more
		}
		return m.takeSeatAndName()
	case answered:
		return m.handleAnswer(r)
	case presenceChanged:
		m.presence = presence(r)
	case storeChanged:
		m.storeUp = bool(r)
	case disconnected:
		if m.connection != down {
			m.connection, m.lostAt = down, m.now
		}
	case gaveUp:
		return m.handleFinalClose(r.code)
	}
	return m
}

func (m model) handleAnswer(a answered) model {
	m.unanswered = slices.DeleteFunc(slices.Clone(m.unanswered), func(c command) bool { return c.ID == a.id })
	if a.refused != nil {
		m.notice = a.refused.Text
	}
	return m
}

// over tells what a final close code means.
func (m model) handleFinalClose(code websocket.StatusCode) model {
	switch code {
	case closeReplaced:
		m.connection = replaced
	case closeNoRoom:
		m.fatal = "there is no such room, or no longer"
	case closeOutdated:
		m.fatal = "this program is too old for the hub: get a newer one"
	default:
		m.fatal = "the hub does not understand this program"
	}
	return m
}

// settleIn takes the free seat and the name that were asked for, once all of the
// log is known.
func (m model) takeSeatAndName() model {
	if m.cfg.watch || m.connection != live || m.room.n < m.logEnd || m.room.phase == loading {
		return m
	}
	mine, both := m.room.seatOf(m.me)
	switch {
	case mine == 0 && m.room.phase == waiting && !m.askedForSeat:
		m.askedForSeat, m.askedForName = true, true
		return m.send(command{T: "sit", Name: m.cfg.name})
	case mine != 0 && !both && !m.askedForName && m.cfg.name != "" && m.room.players[mine-1].Name != m.cfg.name:
		m.askedForName = true
		return m.send(command{T: "name", Name: m.cfg.name})
	}
	return m
}

// give sends a command.
func (m model) send(c command) model {
	c.ID, c.N = newID(), m.room.n
	m.notice = ""
	m.unanswered = append(slices.Clip(m.unanswered), c)
	m.link.send(c)
	return m
}

// underWay reports whether a command of that type has no answer yet.
func (m model) awaitingAnswer(kind string) bool {
	return slices.ContainsFunc(m.unanswered, func(c command) bool { return c.T == kind })
}

// mayMove reports whether the person is to move.
func (m model) isMyTurn() bool {
	turn := m.room.turn()
	return turn.valid() && !m.cfg.watch && m.me != "" && m.room.players[turn-1].ID == m.me
}

// plays reports whether the person holds a seat here.
func (m model) isPlayer() bool {
	mine, _ := m.room.seatOf(m.me)
	return mine != 0 && !m.cfg.watch
}

// cut shortens text to so many characters.
func truncate(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

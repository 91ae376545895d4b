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
type connection int

const (
	connecting connection = iota
	live
	down     // another try is on its way
	replaced // until the person asks for the seat back
)

// How often the screen is drawn anew for the clocks.
const (
	tickEvery    = time.Second
	tickInHaste  = 100 * time.Millisecond
	hasteBelow   = 10 * time.Second
	lostAfter    = time.Second // shorter losses are not worth a word
	maxLine      = 64          // characters of what is typed
	widthUnknown = 80
	highUnknown  = 24
)

// model is the whole program between two events: what is known, and what is
// typed. It is changed by Update alone.
type model struct {
	cfg     config
	share   string // the link for a friend
	link    hubLink
	reports <-chan any

	// of the hub
	room   roomState
	me     string // one's own public id
	here   here
	store  bool   // whether the hub's store answers
	upTo   uint64 // the log's last entry when the connection opened
	offset int64  // the hub's clock minus this one, in milliseconds

	connection connection
	lostAt     time.Time
	sent       []command // without an answer
	sat        bool      // has asked for the free seat
	named      bool      // has asked for the name of the command line

	// of the person
	line   string // what is typed
	notice string // why the last command was not carried out, or the like
	help   bool
	muted  bool

	// of the terminal
	now           time.Time
	width, height int
	glyphs        glyphs
	painter       painter

	leaves bool   // for good
	failed string // why the program cannot go on
}

func newModel(cfg config, share string, l *link) model {
	return model{
		cfg: cfg, share: share, link: l, reports: l.reports, store: true, now: time.Now(), lostAt: time.Now(),
		width: widthUnknown, height: highUnknown, glyphs: asciiGlyphs,
	}
}

// Messages to the model beside those of bubbletea.
type (
	// reported is one report of the link.
	reported struct{ what any }
	ticked   time.Time
)

// Init implements tea.Model.
func (m model) Init() tea.Cmd { return tea.Batch(m.listen(), m.tick()) }

// listen waits for the link's next report.
func (m model) listen() tea.Cmd {
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
		if t := m.room.timeOf(turn, m.hubNow()); t.clock && t.left < hasteBelow {
			every = tickInHaste
		}
	}
	return tea.Tick(every, func(t time.Time) tea.Msg { return ticked(t) })
}

// hubNow is the hub's time, in Unix milliseconds.
func (m model) hubNow() int64 { return m.now.UnixMilli() + m.offset }

// Update implements tea.Model.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case reported:
		m = m.report(msg.what)
		if m.failed != "" {
			return m, tea.Quit
		}
		return m, m.listen()
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
		m.line = cut(m.line+printable(msg.Content), maxLine)
	case tea.KeyPressMsg:
		return m.key(msg)
	}
	return m, nil
}

// report takes in what the link says.
func (m model) report(what any) model {
	switch r := what.(type) {
	case welcomed:
		if r.anew {
			m.room = roomState{}
		}
		m.connection, m.me, m.here, m.store, m.upTo = live, r.player, r.here, r.store, r.n
		m.offset = r.now - m.now.UnixMilli()
		return m.settleIn()
	case entriesCame:
		for _, e := range r {
			if e.tooNew() {
				m.failed = "this program is too old for this room: get a newer one"
				return m
			}
			m.room = fold(m.room, e)
		}
		if m.room.phase == finished && !strings.HasPrefix(m.line, "/") {
			m.line = "" // what was to be a move is none any more
		}
		return m.settleIn()
	case answered:
		return m.answered(r)
	case hereChanged:
		m.here = here(r)
	case storeChanged:
		m.store = bool(r)
	case lost:
		if m.connection != down {
			m.connection, m.lostAt = down, m.now
		}
	case over:
		return m.over(r.code)
	}
	return m
}

func (m model) answered(a answered) model {
	m.sent = slices.DeleteFunc(slices.Clone(m.sent), func(c command) bool { return c.ID == a.id })
	if a.refused != nil {
		m.notice = a.refused.Text
	}
	return m
}

// over tells what a final close code means.
func (m model) over(code websocket.StatusCode) model {
	switch code {
	case closeReplaced:
		m.connection = replaced
	case closeNoRoom:
		m.failed = "there is no such room, or no longer"
	case closeOutdated:
		m.failed = "this program is too old for the hub: get a newer one"
	default:
		m.failed = "the hub does not understand this program"
	}
	return m
}

// settleIn takes the free seat and the name that were asked for, once all of the
// log is known.
func (m model) settleIn() model {
	if m.cfg.watch || m.connection != live || m.room.n < m.upTo || m.room.phase == loading {
		return m
	}
	mine, both := m.room.seatOf(m.me)
	switch {
	case mine == 0 && m.room.phase == waiting && !m.sat:
		m.sat, m.named = true, true
		return m.give(command{T: "sit", Name: m.cfg.name})
	case mine != 0 && !both && !m.named && m.cfg.name != "" && m.room.players[mine-1].Name != m.cfg.name:
		m.named = true
		return m.give(command{T: "name", Name: m.cfg.name})
	}
	return m
}

// give sends a command.
func (m model) give(c command) model {
	c.ID, c.N = newID(), m.room.n
	m.notice = ""
	m.sent = append(slices.Clip(m.sent), c)
	m.link.send(c)
	return m
}

// underWay reports whether a command of that type has no answer yet.
func (m model) underWay(kind string) bool {
	return slices.ContainsFunc(m.sent, func(c command) bool { return c.T == kind })
}

// mayMove reports whether the person is to move.
func (m model) mayMove() bool {
	turn := m.room.turn()
	return turn.valid() && !m.cfg.watch && m.me != "" && m.room.players[turn-1].ID == m.me
}

// plays reports whether the person holds a seat here.
func (m model) plays() bool {
	mine, _ := m.room.seatOf(m.me)
	return mine != 0 && !m.cfg.watch
}

// cut shortens text to so many characters.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

package admin

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// markup is HTML that is written as it is. The compiler converts constants to it, but no
// string variables.
type markup string

// document writes HTML. The standard library's templates would do it in fewer lines, but
// they call methods by name. The linker would keep every method of every type, and the hub
// would grow by 8 MB (decision 20).
type document struct {
	strings.Builder
	language int // of package names
}

// put writes format, with its verbs replaced by values. It escapes every value that is not
// markup, and writes a text in the language of the document. Values of attributes must be quoted in format.
func (d *document) put(format markup, values ...any) {
	for i, v := range values {
		switch v := v.(type) {
		case markup:
			values[i] = string(v)
		case names.Text:
			values[i] = html.EscapeString(v[d.language])
		default:
			values[i] = html.EscapeString(fmt.Sprint(v))
		}
	}
	fmt.Fprintf(d, string(format), values...)
}

// choose returns yes if ok is true, otherwise no.
func choose[T any](ok bool, yes, no T) T {
	if ok {
		return yes
	}
	return no
}

// render returns the page.
func render(v pageData) string {
	d := document{language: v.Language}
	d.head(v)
	d.put("<body>\n<header>\n<h1>Quatre <small>%s</small></h1>\n", v.Process.Name)
	d.put("<p>%s UTC · <a href=\"%s\">", clock(v.Now), v.Toggle)
	d.put("%s", choose(v.Every > 0, refreshesText, refreshText).With(refreshEvery))
	d.put("</a></p>\n</header>\n\n<main>\n")
	d.state(v)
	d.alarms(v)
	d.form(v.Query)
	d.table(v)
	d.put("<p>")
	if v.Previous != "" {
		d.put("<a href=\"%s\">← %s</a> ", v.Previous, previousText)
	}
	if v.Next != "" {
		d.put("<a href=\"%s\">%s →</a>", v.Next, nextText)
	}
	d.put(`</p>
</main>

<footer>
<a href="/rooms">JSON</a> · <a href="/metrics">%s</a> · <a href="/healthz">healthz</a> · <a href="/readyz">readyz</a> ·
<a href="/debug/pprof/">pprof</a> · <a href="/export">%s</a> · <a href="/backup">%s</a>
</footer>
</body>
</html>
`, metricsText, exportText, backupText)
	return d.String()
}

func (d *document) head(v pageData) {
	d.put(`<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`, names.Codes[d.language])
	if v.Every > 0 {
		d.put(`<meta http-equiv="refresh" content="%s">`, v.Every)
	}
	title := choose(len(v.Overdue) > 0, stuckText, names.Text{"Quatre", "Quatre"})
	if v.Error != "" {
		title = storeAwayTitle
	}
	d.put("\n<title>%s – %s</title>\n<link rel=\"stylesheet\" href=\"/admin.css\">\n</head>\n", title, v.Process.Name)
}

// state writes the figures at the top.
func (d *document) state(v pageData) {
	store := choose(v.Process.StoreUp, upText, cameBackText)
	stuck, turns, analyses := fmt.Sprintf("%d%s", len(v.Overdue), choose(len(v.Overdue) == maxOverdue, "+", "")), fmt.Sprint(v.Turns), "?"
	if v.Questions != nil {
		analyses = fmt.Sprint(*v.Questions)
	}
	if v.Error != "" {
		store, stuck, turns = awayText, "?", "?"
	}
	d.put("<ul class=\"state\">\n<li class=\"%s\">%s\n<b>%s</b></li>\n", choose(store == upText, "good", "bad"), storeText, store)
	d.put("<li class=\"%s\">%s <b>%s</b></li>\n", choose(len(v.Overdue) > 0, "bad", "good"), stuckText, stuck)
	d.put("<li>%s <b>%s</b></li>\n<li>%s <b>%s</b></li>\n", turnsText, turns, analysesText, analyses)
	d.put("<li>%s <b>%s</b></li>\n<li>%s <b>%s</b></li>\n<li>%s ", socketsText, v.Process.Sockets, openText, v.Process.Rooms, hubText)
	if v.Process.Draining {
		d.put(`<b class="bad">%s</b>`, drainingText)
	} else {
		d.put("%s <b>%s</b>", upForText, ago(v.Now, v.Process.Started))
	}
	d.put("</li>\n<li class=\"version\">Version <b>%s</b>", v.Process.Version)
	if v.Process.Page != "" {
		d.put(", page <b>%s</b>", v.Process.Page)
	}
	d.put("</li>\n</ul>\n\n")
}

// alarms writes the problems that need an operator.
func (d *document) alarms(v pageData) {
	if v.Error != "" {
		d.put(`<p class="alarm" role="alert" lang="en">%s</p>`, v.Error)
	}
	d.put("\n")
	if len(v.Overdue) > 0 {
		d.put("<p class=\"alarm\" role=\"alert\">%s\n", overdueText)
		for _, id := range v.Overdue {
			d.put(" ")
			d.link(id)
		}
		d.put("</p>")
	}
	d.put("\n\n")
}

// link writes a link to a room.
func (d *document) link(id room.ID) {
	d.put(`<a href="/rooms/%s">%s</a>`, url.PathEscape(string(id)), id)
}

func (d *document) form(q Query) {
	selected := func(phase room.Phase) string { return choose(q.Phase == phase, " selected", "") }
	d.put(`<form action="/" method="get">
<label>Phase <select name="phase"><option value="">%s</option>
<option value="playing"%s>%s</option><option value="waiting"%s>%s</option></select></label>
`, anyText, selected("playing"), playingText, selected("waiting"), waitingText)
	idle := ""
	if q.Idle != 0 {
		idle = q.Idle.String()
	}
	d.put(`<label>%s <input name="player" value="%s" size="12"></label>
<label>%s <input name="variant" value="%s" size="12"></label>
<label>%s <input name="idle" value="%s" size="5" placeholder="10m"></label>
`, playerText, q.Player, variantText, q.Variant, idleForText, idle)
	d.put(`<label><input type="checkbox" name="ai" value="1"%s> %s</label>
<button>%s</button> <a href="/">%s</a>
</form>

`, choose(q.AI, " checked", ""), waitingForText, showText, allText)
}

// table writes the rooms.
func (d *document) table(v pageData) {
	d.put("<table>\n<caption>%s", captionText)
	if v.Number > 1 {
		d.put(", page %s", v.Number)
	}
	if v.Cut {
		d.put("%s", cutText.With(v.Max))
	}
	if v.Away {
		d.put("%s", missingText)
	}
	d.put(". %s</caption>\n<thead><tr><th>%s<th>%s<th>%s<th>%s", signsText, roomText, gameText, seatText.With(1), seatText.With(2))
	for _, column := range []names.Text{movesText, sinceText, idleText, waitingForText, watchingText, socketsText} {
		d.put(`<th class="n">%s`, column)
	}
	d.put("</tr></thead>\n<tbody>\n")
	for _, r := range v.Rooms {
		d.row(r, v.Now)
	}
	if len(v.Rooms) == 0 {
		d.put("<tr><td colspan=\"10\">%s</tr>\n", choose(v.Error != "", unknownText, noneText))
	}
	d.put("</tbody>\n</table>\n")
}

// row writes one room.
func (d *document) row(r Summary, now time.Time) {
	d.put("<tr><td>")
	d.link(r.Room)
	d.put("\n")
	if r.Damage != "" {
		d.put("<td colspan=\"9\" class=\"bad\">%s <span lang=\"en\">%s</span>\n</tr>\n", damagedText, r.Damage)
		return
	}
	d.put(`<td data-label="%s">%s`, gameText, r.Variant)
	if r.Game > 1 {
		d.put(" <small>%s</small>", ordinalText.With(r.Game))
	}
	if r.Phase == room.PhaseWaiting {
		d.put(" <i>%s</i>", waitingText)
	}
	d.put("\n")
	for i, player := range r.Players {
		d.put(`<td class="seat" data-label="%s">`, seatText.With(i+1))
		if player.Here {
			d.put(`<span role="img" aria-label="%s" title="%s">●</span> `, isHereText, isHereText)
		}
		if r.Turn.Valid() && int(r.Turn) == i+1 {
			d.put(`<span role="img" aria-label="%s" title="%s">▸</span> `, isToMoveText, isToMoveText)
		}
		d.put("%s\n", player.text())
	}
	d.put(`<td class="n" data-label="%s">%s`, movesText, r.Moves)
	d.put(`<td class="n" data-label="%s" title="%s">%s`, sinceText, clock(r.Since), ago(now, r.Since))
	d.put(`<td class="n" data-label="%s" title="%s">%s`, idleText, clock(r.Last), ago(now, r.Last))
	d.put(`<td class="n" data-label="%s">%s<td class="n" data-label="%s">%s`, waitingForText, r.aiWait(now), watchingText, r.Spectators)
	d.put(`<td class="n" data-label="%s">%s`, socketsText, r.Sockets)
	d.put("\n</tr>\n")
}

func clock(t time.Time) string { return t.UTC().Format(timeFormat) }

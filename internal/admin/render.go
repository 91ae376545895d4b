package admin

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// markup is HTML that is written as it is. The compiler converts constants to it, but no
// string variables.
type markup string

// document writes HTML. The standard library's templates would do it in fewer lines, but
// they call methods by name. The linker would keep every method of every type, and the hub
// would grow by 8 MB (decision 20).
type document struct{ strings.Builder }

// put writes format, with its verbs replaced by values. It escapes every value that is not
// markup. Values of attributes must be quoted in format.
func (d *document) put(format markup, values ...any) {
	for i, v := range values {
		if m, ok := v.(markup); ok {
			values[i] = string(m)
		} else {
			values[i] = html.EscapeString(fmt.Sprint(v))
		}
	}
	fmt.Fprintf(d, string(format), values...)
}

// choose returns yes if ok is true, otherwise no.
func choose(ok bool, yes, no markup) markup {
	if ok {
		return yes
	}
	return no
}

// render returns the page.
func render(v pageData) string {
	var d document
	d.head(v)
	d.put("<body>\n<header>\n<h1>Quatre <small>%s</small></h1>\n", v.Process.Name)
	d.put("<p>%s UTC · <a href=\"%s\">", clock(v.Now), v.Toggle)
	if v.Every > 0 {
		d.put("refreshes every %s s: stop", v.Every)
	} else {
		d.put("refresh every 10 s")
	}
	d.put("</a></p>\n</header>\n\n<main>\n")
	d.state(v)
	d.alarms(v)
	d.form(v.Query)
	d.table(v)
	d.put("<p>")
	if v.Previous != "" {
		d.put("<a href=\"%s\">← previous page</a> ", v.Previous)
	}
	if v.Next != "" {
		d.put("<a href=\"%s\">next page →</a>", v.Next)
	}
	d.put(`</p>
</main>

<footer>
<a href="/rooms">JSON</a> · <a href="/metrics">metrics</a> · <a href="/healthz">healthz</a> · <a href="/readyz">readyz</a> ·
<a href="/debug/pprof/">pprof</a> · <a href="/export">export</a> · <a href="/backup">backup</a>
</footer>
</body>
</html>
`)
	return d.String()
}

func (d *document) head(v pageData) {
	d.put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`)
	if v.Every > 0 {
		d.put(`<meta http-equiv="refresh" content="%s">`, v.Every)
	}
	title := choose(len(v.Overdue) > 0, "Rooms stuck", "Quatre")
	if v.Error != "" {
		title = "Store away"
	}
	d.put("\n<title>%s – %s</title>\n<link rel=\"stylesheet\" href=\"/admin.css\">\n</head>\n", title, v.Process.Name)
}

// state writes the figures at the top.
func (d *document) state(v pageData) {
	store := choose(v.Process.StoreUp, "up", "came back just now")
	stuck, turns, analyses := fmt.Sprint(len(v.Overdue), choose(len(v.Overdue) == maxOverdue, "+", "")), fmt.Sprint(v.Turns), "?"
	if v.Questions != nil {
		analyses = fmt.Sprint(*v.Questions)
	}
	if v.Error != "" {
		store, stuck, turns = "does not answer", "?", "?"
	}
	d.put("<ul class=\"state\">\n<li class=\"%s\">Store\n<b>%s</b></li>\n", choose(store == "up", "good", "bad"), store)
	d.put("<li class=\"%s\">Stuck rooms <b>%s</b></li>\n", choose(len(v.Overdue) > 0, "bad", "good"), stuck)
	d.put("<li>AI turns queued <b>%s</b></li>\n<li>Analyses queued <b>%s</b></li>\n", turns, analyses)
	d.put("<li>Sockets here <b>%s</b></li>\n<li>Rooms open here <b>%s</b></li>\n<li>This hub ", v.Process.Sockets, v.Process.Rooms)
	if v.Process.Draining {
		d.put(`<b class="bad">is draining</b>`)
	} else {
		d.put("up for <b>%s</b>", Ago(v.Now, v.Process.Started))
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
		d.put(`<p class="alarm" role="alert">%s</p>`, v.Error)
	}
	d.put("\n")
	if len(v.Overdue) > 0 {
		d.put("<p class=\"alarm\" role=\"alert\">No hub has swept these rooms since their deadline. Check that hubs are running, and look for these rooms in their logs.\n")
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
	selected := func(phase room.Phase) markup { return choose(q.Phase == phase, " selected", "") }
	d.put(`<form action="/" method="get">
<label>Phase <select name="phase"><option value="">any</option>
<option%s>playing</option><option%s>waiting</option></select></label>
`, selected("playing"), selected("waiting"))
	idle := ""
	if q.Idle != 0 {
		idle = q.Idle.String()
	}
	d.put(`<label>Player <input name="player" value="%s" size="12"></label>
<label>Variant <input name="variant" value="%s" size="12"></label>
<label>Idle for <input name="idle" value="%s" size="5" placeholder="10m"></label>
`, q.Player, q.Variant, idle)
	d.put(`<label><input type="checkbox" name="ai" value="1"%s> Waiting for AI</label>
<button>Show</button> <a href="/">all</a>
</form>

`, choose(q.AI, " checked", ""))
}

// table writes the rooms.
func (d *document) table(v pageData) {
	d.put("<table>\n<caption>Rooms of the whole service")
	if v.Number > 1 {
		d.put(", page %s", v.Number)
	}
	if v.Cut {
		d.put("; only the latest %s rooms of each list were read", v.Max)
	}
	if v.Away {
		d.put("; part of the store does not answer, its rooms are missing")
	}
	d.put(`. ● means present now, ▸ means to move.</caption>
<thead><tr><th>Room<th>Game<th>Seat 1<th>Seat 2<th class="n">Moves<th class="n">Since<th class="n">Idle<th class="n">Waiting for AI<th class="n">Watching<th class="n">Sockets here</tr></thead>
<tbody>
`)
	for _, r := range v.Rooms {
		d.row(r, v.Now)
	}
	if len(v.Rooms) == 0 {
		d.put("<tr><td colspan=\"10\">%s</tr>\n", choose(v.Error != "", "unknown", "none"))
	}
	d.put("</tbody>\n</table>\n")
}

// row writes one room.
func (d *document) row(r Summary, now time.Time) {
	d.put("<tr><td>")
	d.link(r.Room)
	d.put("\n")
	if r.Damage != "" {
		d.put("<td colspan=\"9\" class=\"bad\">damaged: %s\n</tr>\n", r.Damage)
		return
	}
	d.put(`<td data-label="Game">%s`, r.Variant)
	if r.Game > 1 {
		d.put(" <small>no. %s</small>", r.Game)
	}
	d.put("%s\n", choose(r.Phase == "waiting", " <i>waiting</i>", ""))
	for i, player := range r.Players {
		d.put(`<td data-label="Seat %s">`, i+1)
		if player.Here {
			d.put(`<span role="img" aria-label="is here now" title="is here now">●</span> `)
		}
		if r.Turn.Valid() && int(r.Turn) == i+1 {
			d.put(`<span role="img" aria-label="is to move" title="is to move">▸</span> `)
		}
		d.put("%s\n", player)
	}
	d.put(`<td class="n" data-label="Moves">%s`, r.Moves)
	d.put(`<td class="n" data-label="Since" title="%s">%s`, clock(r.Since), Ago(now, r.Since))
	d.put(`<td class="n" data-label="Idle" title="%s">%s`, clock(r.Last), Ago(now, r.Last))
	d.put(`<td class="n" data-label="Waiting for AI">%s<td class="n" data-label="Watching">%s<td class="n" data-label="Sockets here">%s`, r.AIWait(now), r.Spectators, r.Sockets)
	d.put("\n</tr>\n")
}

func clock(t time.Time) string { return t.UTC().Format(timeFormat) }

package main

// players shows who is online, what they play, and how fast it is. It is the dashboard to
// open first.
func players() board {
	sent := "quatre_hub_move_sent_seconds"
	return board{
		name: "players", title: "Quatre: Players", about: "Who is online, what they play, and how fast it is.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Online", "short", "Websockets in a room, of players and spectators, on all hubs.", "sum(quatre_hub_sockets_open)"),
				value("Games in progress", "short", "Rooms with a running game and at least one socket. If the players of a room are on two hubs, both count it.",
					`sum(quatre_hub_rooms_open{phase="playing"})`),
				value("Moves a second", "short", "Moves stored, of people and of AIs.", rate("quatre_moves_total", "")),
				value("Moves in time", "percentunit", "Moves that reached the opponent within 150 ms. Promised: 99 %.", "1 - quatre:moves_slow:ratio_rate1h", warn(0.98), good(0.99)),
				value("AI replies in time", "percentunit", "AI replies within the level's time budget plus 2 s. Promised: 99.9 %.", "1 - quatre:replies_late:ratio_rate1h",
					warn(0.998), good(0.999)),
				value("Reconnects served", "percentunit", "Reconnecting sockets that were served. Promised: 99.9 %.", "1 - quatre:resumes_failed:ratio_rate1h",
					warn(0.998), good(0.999)),
				value("Stuck rooms", "short", "Rooms in which something is overdue and no process handles it. Promised: none.", "sum(max by (reason) (quatre_rooms_stuck))", bad(1)),
				value("Alerts", "short", "Alerts that fire now. The runbook has an entry for each.", `count(ALERTS{alertname=~"Quatre.+", alertstate="firing"}) or vector(0)`, bad(1)),
			}},
			{heading: "Speed", height: 8, panels: []panel{
				lines("Move to opponent", "s", "From a move's decoded frame to the opponent's socket. Elsewhere: moves through another hub or by an AI, by the store's clock.",
					query{quantile(0.5, sent, "", "origin"), "median, {{origin}}"}, query{quantile(0.99, sent, "", "origin"), "p99, {{origin}}"}).with(bad(0.15)),
				lines("Move to stored", "s", "From a move's decoded frame to its stored entry: the store's part of the time.",
					query{quantile(0.5, "quatre_hub_play_seconds", `{command="move", result="stored"}`, ""), "median"},
					query{quantile(0.99, "quatre_hub_play_seconds", `{command="move", result="stored"}`, ""), "p99"}).with(bad(0.15)),
				lines("Round trip to players", "s", "From a ping to its answer. This is the players' own networks, which you cannot change.",
					query{quantile(0.5, "quatre_hub_round_trip_seconds", "", ""), "median"}, query{quantile(0.95, "quatre_hub_round_trip_seconds", "", ""), "p95"}),
			}},
			{heading: "Sockets", height: 8, panels: []panel{
				areas("Sockets", "short", "Websockets in a room.", query{"sum by (role) (quatre_hub_sockets_open)", "{{role}}"}),
				areas("Reconnects", "ops", "Sockets that reconnected with a cursor. Failed ones count against the promise. Many at once: a hub ended, or the proxy closed them.",
					query{rate("quatre_hub_resumes_total", "result"), "{{result}}"}),
				lines("Sockets closed", "ops", "By close code: 1000 and 1001 the client left, 1006 connection lost, 1012 the hub ends, 4001 seat opened elsewhere, 4002 client too slow.",
					query{rate("quatre_hub_sockets_closed_total", "code"), "{{code}}"}),
			}},
			{heading: "Games", height: 8, panels: []panel{
				areas("Moves by game", "ops", "Moves stored.", query{rate("quatre_moves_total", "game, by"), "{{game}}, {{by}}"}),
				areas("Games in progress by kind", "short", "Rooms with a running game and at least one socket.", query{`sum by (kind) (quatre_hub_rooms_open{phase="playing"})`, "{{kind}}"}),
				areas("Rooms by phase", "short", "Rooms with at least one socket. Many waiting rooms: people find no opponent.", query{"sum by (phase) (quatre_hub_rooms_open)", "{{phase}}"}),
			}},
			{height: 8, panels: []panel{
				lines("Games started", "ops", "With rematches.", query{rate("quatre_games_started_total", "kind"), "{{kind}}"}),
				lines("Games finished", "ops", "By reason.", query{rate("quatre_games_finished_total", "reason"), "{{reason}}"}),
				lines("Games lost by absence", "ops", "Seats forfeited: the opponent claimed the game, the flag fell, or nobody moved for a week.", query{rate("quatre_seats_forfeited_total", "cause"), "{{cause}}"}),
			}},
		},
	}
}

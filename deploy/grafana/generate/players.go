package main

// players says who is here, what they play, and whether it is fast: the first page
// to open.
func players() board {
	sent := "quatre_hub_move_sent_seconds"
	return board{
		name: "players", title: "Quatre: Players", about: "Who is here, what they play, and whether it is fast.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Online", "short", "Websockets in a room, of players and spectators, on all hubs.", "sum(quatre_hub_sockets_open)"),
				value("Games on", "short", "Rooms with a game under way that somebody watches. A room whose players came to two hubs is counted by both.",
					`sum(quatre_hub_rooms_open{phase="playing"})`),
				value("Moves a second", "short", "Moves stored, of people and of AIs.", rate("quatre_moves_total", "")),
				value("Moves in time", "percentunit", "Moves that reached the opponent within 150 ms. Promised: 99 %.", "1 - quatre:moves_slow:ratio_rate1h", warn(0.98), good(0.99)),
				value("AI replies in time", "percentunit", "AI replies within the level's budget and 2 s. Promised: 99.9 %.", "1 - quatre:replies_late:ratio_rate1h",
					warn(0.998), good(0.999)),
				value("Comings back served", "percentunit", "Sockets that came back and were served. Promised: 99.9 %.", "1 - quatre:resumes_failed:ratio_rate1h",
					warn(0.998), good(0.999)),
				value("Stuck rooms", "short", "Rooms in which something is overdue and nobody deals with it. Promised: none.", "sum(max by (reason) (quatre_rooms_stuck))", bad(1)),
				value("Alerts", "short", "Alerts that fire now; the runbook has an entry for each.", `count(ALERTS{alertname=~"Quatre.+", alertstate="firing"}) or vector(0)`, bad(1)),
			}},
			{heading: "Is it fast", height: 8, panels: []panel{
				lines("Move to opponent", "s", "From a move's decoded frame to the opponent's socket. Moves that came in elsewhere, AIs' among them, are as exact as the machines' clocks agree.",
					query{quantile(0.5, sent, "", "origin"), "median, {{origin}}"}, query{quantile(0.99, sent, "", "origin"), "p99, {{origin}}"}).with(bad(0.15)),
				lines("Move to stored", "s", "From a move's decoded frame to its entry stored: the store's part of it.",
					query{quantile(0.5, "quatre_hub_play_seconds", `{command="move", result="stored"}`, ""), "median"},
					query{quantile(0.99, "quatre_hub_play_seconds", `{command="move", result="stored"}`, ""), "p99"}).with(bad(0.15)),
				lines("Round trip to players", "s", "From a ping to its answer: the players' own networks, which nobody here can mend.",
					query{quantile(0.5, "quatre_hub_round_trip_seconds", "", ""), "median"}, query{quantile(0.95, "quatre_hub_round_trip_seconds", "", ""), "p95"}),
			}},
			{heading: "Who is here", height: 8, panels: []panel{
				areas("Sockets", "short", "Websockets in a room.", query{"sum by (role) (quatre_hub_sockets_open)", "{{role}}"}),
				areas("Coming back", "ops", "Sockets that came back with a place in the log. Failed ones count against the promise; many at once are a hub that ended, or a proxy's.",
					query{rate("quatre_hub_resumes_total", "result"), "{{result}}"}),
				lines("Sockets ended", "ops", "By close code: 1000 and 1001 left, 1006 lost the connection, 1012 the hub ends, 4001 opened elsewhere, 4002 too slow to read.",
					query{rate("quatre_hub_sockets_closed_total", "code"), "{{code}}"}),
			}},
			{heading: "What they play", height: 8, panels: []panel{
				areas("Moves by game", "ops", "Moves stored.", query{rate("quatre_moves_total", "game, by"), "{{game}}, {{by}}"}),
				areas("Games on by kind", "short", "Rooms with a game under way that somebody watches.", query{`sum by (kind) (quatre_hub_rooms_open{phase="playing"})`, "{{kind}}"}),
				areas("Rooms by phase", "short", "Rooms that somebody watches. Many that wait: people who find nobody to play.", query{"sum by (phase) (quatre_hub_rooms_open)", "{{phase}}"}),
			}},
			{height: 8, panels: []panel{
				lines("Games begun", "ops", "Rematches included.", query{rate("quatre_games_started_total", "kind"), "{{kind}}"}),
				lines("Games ended", "ops", "By how.", query{rate("quatre_games_finished_total", "reason"), "{{reason}}"}),
				lines("Games lost by absence", "ops", "Seats forfeited: the other has claimed the game, the flag fell, nobody moved for a week.", query{rate("quatre_seats_forfeited_total", "cause"), "{{cause}}"}),
			}},
		},
	}
}

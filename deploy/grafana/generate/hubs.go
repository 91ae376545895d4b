package main

// hubs shows each hub's work, sockets, deadlines and process.
func hubs() board {
	return board{
		name: "hubs", title: "Quatre: Hubs", about: "Each hub's work, sockets, deadlines and process.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Hubs", "short", "Hubs that Prometheus reaches.", "count(quatre_hub_store_up) or vector(0)", good(1)),
				value("Fullest hub", "percentunit", "Share of the websockets that it may have open (-max-sockets).",
					"max(sum by (job, instance) (quatre_hub_sockets_open) / (quatre_hub_sockets_limit > 0)) or vector(0)", warn(0.8), bad(0.95)),
				value("Busiest hub", "short", "Cores that it uses.", "max(rate(process_cpu_seconds_total[$__rate_interval]) and on (job, instance) quatre_hub_store_up)"),
				value("Slow clients", "short", "Sockets closed within an hour because the client read too slowly.", `sum(increase(quatre_hub_sockets_closed_total{code="4002"}[1h]))`),
				value("Panics", "short", "Panics that hubs survived within a day. Each is a defect; the log has its stack.", "sum(increase(quatre_hub_panics_total[1d]))", bad(1)),
			}},
			{heading: "Work", height: 8, panels: []panel{
				areas("Commands", "ops", "Acknowledged, by type.", query{rate("quatre_hub_commands_total", "type"), "{{type}}"}),
				lines("Time of a command, p99", "s", "From the decoded frame to the answer, by result.", query{quantile(0.99, "quatre_hub_play_seconds", "", "command, result"), "{{command}} {{result}}"}),
				lines("Refusals", "ops", "By code. Watch internal, store_away and busy: these are not the client's fault.", query{rate("quatre_hub_refusals_total", "code"), "{{code}}"}),
			}},
			{height: 8, panels: []panel{
				areas("Sockets by hub", "short", "Websockets in a room. If one hub differs much from the others, the proxy spreads badly.", query{"sum by (job, instance) (quatre_hub_sockets_open)", "{{instance}}"}),
				lines("Entries encoded", "ops", "Once for all sockets of a room with the same cursor.", query{rate("quatre_hub_entries_encoded_total", "job, instance"), "{{instance}}"}),
				lines("Entries per reconnect, p95", "short", "Entries that a reconnecting socket had missed.", query{quantile(0.95, "quatre_hub_resume_entries", "", ""), "entries"}),
			}},
			{height: 8, panels: []panel{
				lines("Deadlines handled", "ops", "Rooms with a passed deadline: a flag, an overdue reply, or an end.", query{rate("quatre_hub_rooms_swept_total", "job, instance"), "{{instance}}"}),
				lines("Answers to analyses", "ops", "Over: the game is over. Partial and nothing: not finished yet.", query{rate("quatre_hub_analyses_total", "answer"), "{{answer}}"}),
				lines("Rooms read again", "ops", "Because notices may have been lost.", query{rate("quatre_hub_watches_interrupted_total", "job, instance"), "{{instance}}"}),
			}},
			{heading: "Process", height: 8, panels: []panel{
				lines("CPU", "short", "Cores in use.", query{onHubs("rate(process_cpu_seconds_total[$__rate_interval])"), "{{instance}}"}),
				lines("Memory", "bytes", "Resident memory, and the part that Go's heap uses.",
					query{onHubs("process_resident_memory_bytes"), "resident, {{instance}}"}, query{onHubs("go_memstats_heap_inuse_bytes"), "heap, {{instance}}"}),
				lines("Goroutines", "short", "A few per socket and room. Growth without more players is a leak.", query{onHubs("go_goroutines"), "{{instance}}"}),
			}},
			{height: 8, panels: []panel{
				// Prometheus 3 writes the label's value as a decimal fraction.
				lines("Garbage collection", "s", "The longest recent pause.", query{onHubs(`go_gc_duration_seconds{quantile=~"1|1.0"}`), "{{instance}}"}),
				lines("Files", "percentunit", "Share of the files that the process may open. Each websocket is a file.", query{onHubs("process_open_fds / process_max_fds"), "{{instance}}"}).with(bad(0.8)),
				lines("Shards of the store away", "short", "Shards that did not answer this hub's last call. A Cluster has many shards, other stores have one.", query{"quatre_hub_store_shards_away", "{{instance}}"}),
			}},
		},
	}
}

// onHubs limits an expression to hubs.
func onHubs(expr string) string { return expr + " and on (job, instance) quatre_hub_store_up" }

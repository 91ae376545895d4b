package main

// hubs says what goes on inside hubs.
func hubs() board {
	return board{
		name: "hubs", title: "Quatre: Hubs", about: "What goes on inside each hub.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Hubs", "short", "That Prometheus reaches.", "count(quatre_hub_store_up) or vector(0)", good(1)),
				value("Fullest hub", "percentunit", "Of the websockets that it may have open (-max-sockets).",
					"max(sum by (job, instance) (quatre_hub_sockets_open) / (quatre_hub_sockets_limit > 0)) or vector(0)", warn(0.8), bad(0.95)),
				value("Busiest hub", "short", "Cores that it uses.", "max(rate(process_cpu_seconds_total[$__rate_interval]) and on (job, instance) quatre_hub_store_up)"),
				value("Slow clients", "short", "Dropped within an hour because they did not read what they were sent.", `sum(increase(quatre_hub_sockets_closed_total{code="4002"}[1h]))`),
				value("Panics", "short", "Survived within a day. Each is a defect, with its stack in the log.", "sum(increase(quatre_hub_panics_total[1d]))", bad(1)),
			}},
			{heading: "Work", height: 8, panels: []panel{
				areas("Commands", "ops", "Acknowledged, by type.", query{rate("quatre_hub_commands_total", "type"), "{{type}}"}),
				lines("Time of a command, p99", "s", "From its decoded frame to its answer, by what came of it.", query{quantile(0.99, "quatre_hub_play_seconds", "", "command, result"), "{{command}} {{result}}"}),
				lines("Refusals", "ops", "By code. Watch internal, store_away and busy: these are no fault of the client's.", query{rate("quatre_hub_refusals_total", "code"), "{{code}}"}),
			}},
			{height: 8, panels: []panel{
				areas("Sockets by hub", "short", "Websockets in a room. A hub far from the others: the proxy spreads badly.", query{"sum by (job, instance) (quatre_hub_sockets_open)", "{{instance}}"}),
				lines("Entries encoded", "ops", "Once for all sockets of a room that are at the same place.", query{rate("quatre_hub_entries_encoded_total", "job, instance"), "{{instance}}"}),
				lines("Entries to those who come back, p95", "short", "How much a socket that came back had missed.", query{quantile(0.95, "quatre_hub_resume_entries", "", ""), "entries"}),
			}},
			{height: 8, panels: []panel{
				lines("Deadlines dealt with", "ops", "Rooms in which something was due with nobody asking: a flag, an overdue reply, an end.", query{rate("quatre_hub_rooms_swept_total", "job, instance"), "{{instance}}"}),
				lines("Answers to analyses", "ops", "Over: the game is. Partial and nothing: not yet.", query{rate("quatre_hub_analyses_total", "answer"), "{{answer}}"}),
				lines("Rooms read on", "ops", "Because notifications may have been lost.", query{rate("quatre_hub_watches_interrupted_total", "job, instance"), "{{instance}}"}),
			}},
			{heading: "Process", height: 8, panels: []panel{
				lines("Processor", "short", "Cores in use.", query{onHubs("rate(process_cpu_seconds_total[$__rate_interval])"), "{{instance}}"}),
				lines("Memory", "bytes", "Resident, and what Go's heap holds of it.",
					query{onHubs("process_resident_memory_bytes"), "resident, {{instance}}"}, query{onHubs("go_memstats_heap_inuse_bytes"), "heap, {{instance}}"}),
				lines("Goroutines", "short", "Some per socket and room. Growth without players is a leak.", query{onHubs("go_goroutines"), "{{instance}}"}),
			}},
			{height: 8, panels: []panel{
				// Prometheus 3 writes the label's value as a decimal fraction.
				lines("Garbage collection", "s", "The longest pause of late.", query{onHubs(`go_gc_duration_seconds{quantile=~"1|1.0"}`), "{{instance}}"}),
				lines("Files", "percentunit", "Open, of those that the process may open. Each websocket is one.", query{onHubs("process_open_fds / process_max_fds"), "{{instance}}"}).with(bad(0.8)),
				lines("Shards of the store away", "short", "That did not answer this hub last. Of a Cluster some may be; elsewhere there is one.", query{"quatre_hub_store_shards_away", "{{instance}}"}),
			}},
		},
	}
}

// onHubs keeps of an expression what is of hubs.
func onHubs(expr string) string { return expr + " and on (job, instance) quatre_hub_store_up" }

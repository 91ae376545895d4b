package main

// deploys shows which versions run, since when, and whether an upgrade goes well.
func deploys() board {
	ours := " and on (job, instance) quatre_build_info"
	return board{
		name: "deploys", title: "Quatre: Deploys", about: "Which versions run, since when, and whether an upgrade goes well. A blue line in any panel marks the start of a process.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Versions", "short", "Versions that run now. More than one: an upgrade is under way or was not finished.", "count(count by (version, revision) (quatre_build_info))", warn(2)),
				value("Processes", "short", "Hubs and workers that Prometheus reaches.", "count(quatre_build_info) or vector(0)"),
				value("Processes missing", "short", "Hubs and workers that do not answer.", `count(up{job=~"hub|aiworker"} == 0) or vector(0)`, bad(1)),
				value("Latest start", "s", "Time since a process last started.", "min(time() - process_start_time_seconds"+ours+")"),
				value("Starts", "short", "Starts within an hour, of processes that kept their address.", "sum(changes(process_start_time_seconds[1h])"+ours+")", warn(3)),
				value("Moves in time", "percentunit", "Moves that reached the opponent within 150 ms, in the last five minutes. Promised: 99 %.", "1 - quatre:moves_slow:ratio_rate5m", warn(0.98), good(0.99)),
			}},
			{heading: "Versions", height: 8, panels: []panel{
				table("Versions", "By kind of process. The value is the number of processes.", "count by (job, version, revision, go_version) (quatre_build_info)"),
				areas("Processes by version", "short", "During an upgrade, one grows while the other shrinks.", query{"count by (job, version, revision) (quatre_build_info)", "{{job}} {{version}} {{revision}}"}),
				lines("Time since start", "s", "A line that falls is a start. A line that falls again and again is a process that crashes.", query{"time() - process_start_time_seconds" + ours, "{{job}} {{instance}}"}),
			}},
			{heading: "Players during an upgrade", height: 8, panels: []panel{
				areas("Sockets by hub", "short", "A hub that ends sends its players to the other hubs within a second.", query{"sum by (job, instance) (quatre_hub_sockets_open)", "{{instance}}"}),
				lines("Sockets sent away", "ops", "Close code 1012: the hub ends. 1006: the connection was lost, for instance because a hub was killed.",
					query{rate(`quatre_hub_sockets_closed_total{code=~"1012|1006"}`, "code"), "{{code}}"}),
				areas("Reconnects", "ops", "Resynced: the log no longer had their cursor. Failed: could not be served.", query{rate("quatre_hub_resumes_total", "result"), "{{result}}"}),
			}},
			{height: 8, panels: []panel{
				lines("Pages too old, rooms too new", "ops", "Pages told to reload (4009), and refusals that are the service's fault.",
					query{rate(`quatre_hub_sockets_closed_total{code="4009"}`, ""), "pages told to reload"},
					query{rate(`quatre_hub_refusals_total{code="internal"}`, ""), "internal"}, query{rate(`quatre_hub_refusals_total{code="store_away"}`, ""), "store_away"}),
				lines("Memory", "bytes", "Resident memory. Compare it with the version before.", query{"process_resident_memory_bytes" + ours, "{{job}} {{instance}}"}),
				lines("CPU", "short", "Cores in use.", query{"rate(process_cpu_seconds_total[$__rate_interval])" + ours, "{{job}} {{instance}}"}),
			}},
		},
	}
}

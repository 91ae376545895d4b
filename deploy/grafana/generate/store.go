package main

// store says how the store does, as hubs and workers see it.
func store() board {
	calls := "quatre_store_operation_seconds"
	return board{
		name: "store", title: "Quatre: Store", about: "The store, Redis or a file, as hubs and workers see it.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Hubs that reach it", "percentunit", "Hubs whose last call was answered. None: all games stand still.", "avg(quatre_hub_store_up)", warn(0.5), good(1)),
				value("Calls a second", "short", "Of hubs and workers together; waiting for work is not counted.", rate(calls+"_count", "")),
				value("Append, p99", "s", "One append in a hundred takes as long. A move has 150 ms in all.", quantile(0.99, calls, `{operation="append"}`, ""), warn(0.05), bad(0.1)),
				value("Failed calls", "percentunit", "Unavailable, too late, or otherwise wrong. A conflict, or an unknown room, is no failure.",
					`sum(rate(quatre_store_errors_total{error=~"unavailable|timeout|other", operation!~"take|take_question"}[$__rate_interval])) / `+rate(calls+"_count", ""),
					warn(0.001), bad(0.01)),
				value("In use", "percentunit", "Of Redis' memory, or of the volume of a file. A full store refuses moves.", "quatre:store_used:ratio", warn(0.8), bad(0.95)),
				value("Rooms cut short", "short", "Rooms, over a day, whose log had lost its end: the store has lost acknowledged moves.", `sum(increase(quatre_hub_repairs_total{result="rewound"}[1d]))`, bad(1)),
			}},
			{heading: "Calls", height: 9, panels: []panel{
				lines("Time of a call, p99", "s", "By operation. Appends are what players wait for.", query{quantile(0.99, calls, "", "operation"), "{{operation}}"}).with(bad(0.1)),
				lines("Time of an append", "s", "By process kind: if only one kind is slow, it is its machine or network.",
					query{quantile(0.5, calls, `{operation="append"}`, "job"), "median, {{job}}"}, query{quantile(0.99, calls, `{operation="append"}`, "job"), "p99, {{job}}"}).with(bad(0.1)),
			}},
			{height: 9, panels: []panel{
				areas("Calls", "ops", "By operation.", query{rate(calls+"_count", "operation"), "{{operation}}"}),
				lines("Errors", "ops", "Unavailable: no answer. Timeout: too late. Other: refused, for instance because Redis is full.",
					query{rate(`quatre_store_errors_total{error=~"unavailable|timeout|other", operation!~"take|take_question"}`, "operation, error"), "{{operation}} {{error}}"}),
				lines("Conflicts", "ops", "Two wrote to a room at once, and one of them began again. Part of normal life; much of it is one room that many write to.",
					query{rate(`quatre_store_errors_total{error="conflict"}`, "operation"), "{{operation}}"}),
			}},
			{heading: "Space", height: 8, panels: []panel{
				lines("Share in use", "percentunit", "Of maxmemory on the fullest master; where that is not set, of half of the machine's memory; of the volume of a file.",
					query{"quatre:store_used:ratio", "in use"}, query{"predict_linear(quatre:store_used:ratio[6h], 86400) > 0", "in a day, as it grows"}).with(warn(0.8), bad(0.95)),
				lines("Memory", "bytes", "Of Redis; of the fullest master on a Cluster. Beyond the limit it refuses moves; 0: none is set.",
					query{"max(quatre_store_memory_used_bytes)", "in use"}, query{"max(quatre_store_memory_limit_bytes)", "limit"}),
				lines("File", "bytes", "Of a store in a file. It never shrinks; what is deleted leaves room in it.",
					query{"max(quatre_store_file_bytes)", "file"}, query{"max(quatre_store_volume_free_bytes)", "free on its volume"}),
			}},
			{heading: "Redis", height: 8, panels: []panel{
				lines("Saved", "short", "1: the last attempt went well on all masters. 0: a write to the append-only file, its rewrite, or a snapshot has failed.",
					query{"min by (kind) (quatre_store_last_save_ok)", "{{kind}}"}),
				lines("Replicas", "short", "That follow their master; of the master that has fewest.", query{"min(quatre_store_replicas)", "replicas"}),
				lines("Clocks", "s", "Redis' clock minus each process's. All the same: Redis' is wrong. Beyond 0.1 s players' clocks are.",
					query{"quatre_store_clock_offset_seconds", "{{job}} {{instance}}"}).signed(),
			}},
			{heading: "Notifications", height: 8, panels: []panel{
				areas("Notifications", "ops", "What watches of rooms were told. Lost: some may have been missed, and the room is read on.", query{rate("quatre_store_notices_total", "kind"), "{{kind}}"}),
				lines("Rooms read on", "ops", "Interrupted: the line broke. Gaps: a notification did not follow the one before.",
					query{rate("quatre_hub_watches_interrupted_total", ""), "interrupted"}, query{rate("quatre_hub_notice_gaps_total", ""), "gaps"}),
				lines("What reading on found", "ops", "Nothing was missed; entries were, and are repaired; the log was cut short; the store did not answer.",
					query{rate("quatre_hub_repairs_total", "result"), "{{result}}"}),
			}},
		},
	}
}

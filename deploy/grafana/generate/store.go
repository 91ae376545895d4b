package main

// store shows the store as hubs and workers see it.
func store() board {
	calls := "quatre_store_operation_seconds"
	return board{
		name: "store", title: "Quatre: Store", about: "The store, Redis or a file, as hubs and workers see it.",
		rows: []row{
			{height: 4, panels: []panel{
				value(
					"Hubs that reach it",
					"percentunit",
					"Share of hubs whose last call was answered. 0: all games stand still.",
					"avg(quatre_hub_store_up)",
					warn(0.5),
					good(1),
				),
				value("Calls a second", "short", "Calls of hubs and workers together, without waiting for work.", rate(calls+"_count", "")),
				value(
					"Append, p99",
					"s",
					"One append in a hundred takes this long or longer. A move has 150 ms in all.",
					quantile(0.99, calls, `{operation="append"}`, ""),
					warn(0.05),
					bad(0.1),
				),
				value(
					"Failed calls",
					"percentunit",
					"Share of calls with no answer, a late answer or another error. Conflicts and unknown rooms are normal and do not count.",
					`sum(rate(quatre_store_errors_total{error=~"unavailable|timeout|other", operation!~"take|take_question"}[$__rate_interval])) / `+rate(
						calls+"_count",
						"",
					),
					warn(0.001),
					bad(0.01),
				),
				value(
					"In use",
					"percentunit",
					"Share of Redis' memory, or of the volume of a file. A full store refuses moves.",
					"quatre:store_used:ratio",
					warn(0.8),
					bad(0.95),
				),
				value(
					"Rooms rewound",
					"short",
					"Rooms whose log lost its end, over a day: the store has lost acknowledged moves.",
					`sum(increase(quatre_hub_repairs_total{result="rewound"}[1d]))`,
					bad(1),
				),
			}},
			{heading: "Calls", height: 9, panels: []panel{
				lines(
					"Time of a call, p99",
					"s",
					"By operation. Players wait for appends.",
					query{quantile(0.99, calls, "", "operation"), "{{operation}}"},
				).with(bad(0.1)),
				lines(
					"Time of an append",
					"s",
					"By kind of process. If only one kind is slow, its machine or network is the cause.",
					query{
						quantile(0.5, calls, `{operation="append"}`, "job"),
						"median, {{job}}",
					},
					query{quantile(0.99, calls, `{operation="append"}`, "job"), "p99, {{job}}"},
				).with(bad(0.1)),
			}},
			{height: 9, panels: []panel{
				areas("Calls", "ops", "By operation.", query{rate(calls+"_count", "operation"), "{{operation}}"}),
				lines(
					"Errors",
					"ops",
					"Unavailable: no answer. Timeout: too late. Other: refused, for instance because Redis is full.",
					query{
						rate(
							`quatre_store_errors_total{error=~"unavailable|timeout|other", operation!~"take|take_question"}`,
							"operation, error",
						),
						"{{operation}} {{error}}",
					},
				),
				lines(
					"Conflicts",
					"ops",
					"Two processes wrote to a room at once, and one tried again. This is normal. Many conflicts: many clients write to one room.",
					query{rate(`quatre_store_errors_total{error="conflict"}`, "operation"), "{{operation}}"},
				),
			}},
			{heading: "Space", height: 8, panels: []panel{
				lines(
					"Share in use",
					"percentunit",
					"Of maxmemory on the fullest master; if that is not set, of half of the machine's memory. Of the volume of a file.",
					query{
						"quatre:store_used:ratio",
						"in use",
					},
					query{"predict_linear(quatre:store_used:ratio[6h], 86400) > 0", "in a day, at this rate"},
				).with(warn(0.8), bad(0.95)),
				lines(
					"Memory",
					"bytes",
					"Of Redis; on a Cluster, of the fullest master. Above the limit it refuses moves. 0: no limit is set.",
					query{"max(quatre_store_memory_used_bytes)", "in use"},
					query{"max(quatre_store_memory_limit_bytes)", "limit"},
				),
				lines("File", "bytes", "Of a file store. It never shrinks; the hub reuses freed space.",
					query{"max(quatre_store_file_bytes)", "file"}, query{"max(quatre_store_volume_free_bytes)", "free on its volume"}),
			}},
			{heading: "Redis", height: 8, panels: []panel{
				lines(
					"Saved",
					"short",
					"1: the last attempt succeeded on all masters. 0: a write to the append-only file, its rewrite, or a snapshot failed.",
					query{"min by (kind) (quatre_store_last_save_ok)", "{{kind}}"},
				),
				lines(
					"Replicas",
					"short",
					"Replicas that follow their master; of the master with the fewest.",
					query{"min(quatre_store_replicas)", "replicas"},
				),
				lines(
					"Clocks",
					"s",
					"Redis' clock minus each process's clock. All differ by the same: Redis' clock is wrong. Games go by Redis' clock, so they are right all the same.",
					query{"quatre_store_clock_offset_seconds", "{{job}} {{instance}}"},
				).signed(),
			}},
			{heading: "Notices", height: 8, panels: []panel{
				areas(
					"Notices",
					"ops",
					"Notices to watches of rooms. Lost: some may be missing, and the hub reads the room again.",
					query{rate("quatre_store_notices_total", "kind"), "{{kind}}"},
				),
				lines(
					"Rooms read again",
					"ops",
					"Interrupted: the subscription broke. Gaps: a notice did not follow the one before.",
					query{
						rate("quatre_hub_watches_interrupted_total", ""),
						"interrupted",
					},
					query{rate("quatre_hub_notice_gaps_total", ""), "gaps"},
				),
				lines(
					"Found by reading again",
					"ops",
					"Nothing: nothing was missing. Entries: some were missing and are repaired. Rewound: the log was cut short. Failed: the store did not answer.",
					query{rate("quatre_hub_repairs_total", "result"), "{{result}}"},
				),
			}},
		},
	}
}

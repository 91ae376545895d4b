package main

// ai shows the queue of AI turns, the workers and their searches.
func ai() board {
	return board{
		name: "ai", title: "Quatre: AI", about: "The queue of AI turns, the workers, the levels and the search.",
		rows: []row{
			{height: 4, panels: []panel{
				value("Oldest turn", "s", "How long the oldest turn in the queue has waited. After 2 s replies are late: add workers.",
					`max(quatre_ai_oldest_job_age_seconds{state="waiting"})`, warn(1), bad(2)),
				value("Turns waiting", "short", "Turns that no worker has taken yet.", `max(quatre_ai_jobs{state="waiting"})`),
				value("Slots in use", "percentunit", "Share of all search slots of all workers. Analyses use the free ones.",
					"sum(quatre_ai_jobs_running) / sum(quatre_ai_concurrency)", warn(0.7), bad(0.9)),
				value("Workers", "short", "Processes that search, also hubs with -workers.", "count(quatre_ai_concurrency) or vector(0)", good(1)),
				value("Replies in time", "percentunit", "Replies within the level's time budget plus 2 s, over an hour. Promised: 99.9 %.", "1 - quatre:replies_late:ratio_rate1h",
					warn(0.998), good(0.999)),
				value("Panics", "short", "Panics in searches and analyses, over a day. Each is a defect.", "sum(increase(quatre_ai_panics_total[1d]))", bad(1)),
			}},
			{heading: "Queue", height: 8, panels: []panel{
				lines("Age of the oldest turn", "s", "Time since it was queued, by the store's clock, for waiting and for running turns.",
					query{"max by (state) (quatre_ai_oldest_job_age_seconds)", "{{state}}"}).with(bad(2)),
				lines("Turns in the queue", "short", "Waiting: free to take. Running: taken by a worker.", query{"max by (state) (quatre_ai_jobs)", "{{state}}"}),
				lines("Turns queued and answered", "ops", "If more turns are queued than answered for long, there are too few workers. Queued again: a sweep found them overdue.",
					query{rate("quatre_ai_jobs_queued_total", ""), "queued"}, query{rate("quatre_ai_jobs_done_total", ""), "answered"},
					query{rate("quatre_ai_jobs_requeued_total", ""), "queued again"}),
			}},
			{heading: "Replies", height: 8, panels: []panel{
				lines("Time to reply, p95", "s", "From the entry that began the AI's turn to its reply, where a person waits.", query{quantile(0.95, "quatre_ai_reply_seconds", "", "level"), "{{level}}"}),
				lines("Late replies", "percentunit", "Share of the level's replies that took more than its time budget plus 2 s.",
					query{"sum by (level) (rate(quatre_ai_replies_late_total[$__rate_interval])) / sum by (level) (rate(quatre_ai_reply_seconds_count[$__rate_interval]))", "{{level}}"}).
					with(bad(0.001)),
				areas("Replies", "ops", "By level that people chose.", query{rate("quatre_ai_reply_seconds_count", "level"), "{{level}}"}),
			}},
			{heading: "Search", height: 8, panels: []panel{
				lines("Time to choose a move, p99", "s", "The search alone.", query{quantile(0.99, "quatre_ai_search_seconds", "", "level"), "{{level}}"}),
				lines("Positions a second", "short", "Searched a second in one search; the median of searches of 1 ms or more. A fall means that searches share cores.",
					query{quantile(0.5, "quatre_ai_search_nodes_per_second", "", "level"), "{{level}}"}),
				lines("Depth", "short", "Plies of the deepest finished search; the median.", query{quantile(0.5, "quatre_ai_search_depth_plies", "", "level"), "{{level}}"}),
			}},
			{heading: "Workers", height: 8, panels: []panel{
				areas("Slots in use by worker", "short", "Turns that each worker has now.", query{"sum by (job, instance) (quatre_ai_jobs_running)", "{{instance}}"}),
				areas("CPU", "short", "Cores that each worker uses.",
					query{"rate(process_cpu_seconds_total[$__rate_interval]) and on (job, instance) quatre_ai_concurrency", "{{instance}}"}),
				lines("Turns not answered", "ops", "Failed: see the log. Stale: the turn was over. Handed back: the worker was draining.",
					query{rate("quatre_ai_jobs_failed_total", ""), "failed"}, query{rate("quatre_ai_jobs_stale_total", ""), "stale"},
					query{rate("quatre_ai_jobs_returned_total", ""), "handed back"}),
				lines("AI against AI that gave way", "ops", "Searches that ended because a person's turn needed the slot. They begin again later. Many of them waste cores: add slots.",
					query{rate("quatre_ai_jobs_preempted_total", ""), "gave way"}),
			}},
			{heading: "Analyses", height: 8, panels: []panel{
				lines("Positions to analyse", "short", "Positions that wait or are being analysed. They use the slots that no turn needs.", query{"max(quatre_ai_questions)", "positions"}),
				areas("Analyses finished", "ops", "Exact, or bounded: the time budget ended first.", query{rate("quatre_ai_analysis_seconds_count", "result"), "{{result}}"}),
				lines("Analyses stopped", "ops", "Live: a turn needed the slot. Unwanted: nobody waits any more. Shutdown: the worker ends.", query{rate("quatre_ai_analyses_aborted_total", "reason"), "{{reason}}"}),
			}},
		},
	}
}

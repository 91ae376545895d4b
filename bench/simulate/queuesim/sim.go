package queuesim

import (
	"container/heap"
	"math/rand/v2"
)

// job is one turn or analysis.
type job struct {
	class       *Class
	analysis    bool
	arrived     float64
	service     float64 // total time in a slot
	remaining   float64 // of service
	begun       float64 // when it last got a slot
	preemptions int     // number of preemptions so far
}

// event is an arrival or the end of a job.
type event struct {
	at          float64
	order       int // of two events at one time, the lower order comes first
	class       *Class
	job         *job // the job that ends; nil: a job of class arrives
	preemptions int  // of the job when the event was scheduled
}

type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e *events) Push(x any) { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}

// fifo is a queue whose head is cheap to take.
type fifo struct {
	jobs []*job
	head int
}

func (q *fifo) len() int { return len(q.jobs) - q.head }

func (q *fifo) push(j *job) { q.jobs = append(q.jobs, j) }

func (q *fifo) pop() *job {
	j := q.jobs[q.head]
	q.jobs[q.head] = nil
	q.head++
	if q.head > 1024 && q.head > len(q.jobs)/2 {
		q.jobs = append(q.jobs[:0], q.jobs[q.head:]...)
		q.head = 0
	}
	return j
}

// sim is a running simulation.
type sim struct {
	Config
	rng       *rand.Rand
	now       float64 // simulated time
	next      events  // heap of future events
	order     int     // of the event that was scheduled last
	warmup    int     // turns that must still end before turns are counted
	countFrom float64 // time from which turns are counted
	result    Result

	runningTurns    int
	waitingTurns    fifo
	runningAnalyses []*job // in the order of their starts
	waitingAnalyses fifo   // including preempted ones
}

// schedule adds the end of j at a time, or if j is nil, the arrival of a job of class.
func (s *sim) schedule(at float64, class *Class, j *job) {
	s.order++
	e := event{at: at, order: s.order, class: class, job: j}
	if j != nil {
		e.preemptions = j.preemptions
	}
	heap.Push(&s.next, e)
}

func (s *sim) run() Result {
	for i := range s.Turns {
		class := &s.Turns[i]
		if class.Rate > 0 {
			s.schedule(s.rng.ExpFloat64()/class.Rate, class, nil)
		}
		for range class.Rooms {
			s.schedule(class.Think.Draw(s.rng), class, nil)
		}
	}
	if s.Analyses.Rate > 0 {
		s.schedule(s.rng.ExpFloat64()/s.Analyses.Rate, &s.Analyses, nil)
	}
	for len(s.result.Turns.Reply) < s.Jobs {
		e := heap.Pop(&s.next).(event)
		if e.job != nil && e.preemptions != e.job.preemptions {
			continue // the job was preempted meanwhile, so it does not end now
		}
		s.advance(e.at)
		if e.job == nil {
			s.arrive(e.class)
		} else {
			s.end(e.job)
		}
	}
	s.result.Seconds = s.now - s.countFrom
	slots := float64(s.Slots) * s.result.Seconds
	s.result.Utilisation /= slots
	s.result.AnalysisUtilisation /= slots
	return s.result
}

// advance moves the clock and adds the time that the slots were busy since the last event.
func (s *sim) advance(at float64) {
	if s.warmup == 0 {
		s.result.Utilisation += float64(s.runningTurns) * (at - s.now)
		s.result.AnalysisUtilisation += float64(len(s.runningAnalyses)) * (at - s.now)
	}
	s.now = at
}

// arrive adds a job of a class to its queue.
func (s *sim) arrive(class *Class) {
	if class.Rate > 0 {
		s.schedule(s.now+s.rng.ExpFloat64()/class.Rate, class, nil)
	}
	j := &job{class: class, arrived: s.now, analysis: class == &s.Analyses, service: class.Service.Draw(s.rng)}
	if j.analysis {
		s.waitingAnalyses.push(j)
	} else {
		j.service += s.Overhead
		s.waitingTurns.push(j)
	}
	j.remaining = j.service
	s.assign()
}

// assign gives free slots to the next turns or analyses.
func (s *sim) assign() {
	for s.waitingTurns.len() > 0 && s.runningTurns < s.Slots {
		if s.runningTurns+len(s.runningAnalyses) == s.Slots {
			s.preempt()
		}
		s.runningTurns++
		s.begin(s.waitingTurns.pop())
	}
	for s.waitingAnalyses.len() > 0 && s.runningTurns+len(s.runningAnalyses) < s.Slots {
		j := s.waitingAnalyses.pop()
		s.runningAnalyses = append(s.runningAnalyses, j)
		s.begin(j)
	}
}

// begin gives j a slot and schedules its end.
func (s *sim) begin(j *job) {
	j.begun = s.now
	s.schedule(s.now+j.remaining, j.class, j)
}

// preempt takes the analysis that started last out of its slot.
func (s *sim) preempt() {
	last := len(s.runningAnalyses) - 1
	j := s.runningAnalyses[last]
	s.runningAnalyses = s.runningAnalyses[:last]
	j.remaining -= s.now - j.begun
	j.preemptions++
	s.waitingAnalyses.push(j)
}

// end ends a job and frees its slot.
func (s *sim) end(j *job) {
	reply := s.now - j.arrived
	if j.analysis {
		for i, other := range s.runningAnalyses {
			if other == j {
				s.runningAnalyses = append(s.runningAnalyses[:i], s.runningAnalyses[i+1:]...)
				break
			}
		}
		if s.warmup == 0 {
			s.result.Analyses.add(reply-j.service, reply)
		}
	} else {
		s.runningTurns--
		if j.class.Rooms > 0 {
			s.schedule(s.now+j.class.Think.Draw(s.rng), j.class, nil)
		}
		s.count(j, reply)
	}
	s.assign()
}

// count records a turn that has ended, unless it belongs to the warm-up.
func (s *sim) count(j *job, reply float64) {
	if s.warmup > 0 {
		if s.warmup--; s.warmup == 0 {
			s.countFrom = s.now
		}
		return
	}
	s.result.Turns.add(j.begun-j.arrived, reply)
	times := s.result.ByClass[j.class.Name]
	times.add(j.begun-j.arrived, reply)
	s.result.ByClass[j.class.Name] = times
}

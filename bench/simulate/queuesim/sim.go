package queuesim

import (
	"container/heap"
	"math/rand/v2"
)

// job is one turn or analysis.
type job struct {
	class    *Class
	analysis bool
	came     float64
	need     float64 // of a slot's time in all
	rest     float64 // and what is left of it
	begun    float64 // when it last got a slot
	run      int     // which of its runs is on: one that was broken off ends at no time
}

// event is something that happens.
type event struct {
	at    float64
	order int // of two at once, the one that was planned first
	class *Class
	job   *job // that ends; nil: one of class comes
	run   int
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

type sim struct {
	Config
	rng    *rand.Rand
	now    float64
	next   events
	order  int
	skip   int // turns yet to end before they count
	from   float64
	result Result

	turns   int  // slots in which one runs
	waiting fifo // turns
	spare   []*job
	broken  fifo // analyses that wait, those broken off among them
}

func (s *sim) plan(at float64, class *Class, j *job) {
	s.order++
	e := event{at: at, order: s.order, class: class, job: j}
	if j != nil {
		e.run = j.run
	}
	heap.Push(&s.next, e)
}

func (s *sim) run() Result {
	for i := range s.Turns {
		class := &s.Turns[i]
		if class.Rate > 0 {
			s.plan(s.rng.ExpFloat64()/class.Rate, class, nil)
		}
		for range class.Rooms {
			s.plan(class.Think.Draw(s.rng), class, nil)
		}
	}
	if s.Analyses.Rate > 0 {
		s.plan(s.rng.ExpFloat64()/s.Analyses.Rate, &s.Analyses, nil)
	}
	for len(s.result.Turns.Reply) < s.Jobs {
		e := heap.Pop(&s.next).(event)
		if e.job != nil && e.run != e.job.run {
			continue // it was broken off
		}
		s.advance(e.at)
		if e.job == nil {
			s.come(e.class)
		} else {
			s.end(e.job)
		}
	}
	s.result.Seconds = s.now - s.from
	slots := float64(s.Slots) * s.result.Seconds
	s.result.Utilisation /= slots
	s.result.Spare /= slots
	return s.result
}

// advance moves the clock, and adds up what the slots did meanwhile.
func (s *sim) advance(at float64) {
	if s.skip == 0 {
		s.result.Utilisation += float64(s.turns) * (at - s.now)
		s.result.Spare += float64(len(s.spare)) * (at - s.now)
	}
	s.now = at
}

// come has one of a class come.
func (s *sim) come(class *Class) {
	if class.Rate > 0 {
		s.plan(s.now+s.rng.ExpFloat64()/class.Rate, class, nil)
	}
	j := &job{class: class, came: s.now, analysis: class == &s.Analyses, need: class.Service.Draw(s.rng)}
	if j.analysis {
		s.broken.push(j)
	} else {
		j.need += s.Overhead
		s.waiting.push(j)
	}
	j.rest = j.need
	s.assign()
}

// assign gives free slots to the next turns or analyses.
func (s *sim) assign() {
	for s.waiting.len() > 0 && s.turns < s.Slots {
		if s.turns+len(s.spare) == s.Slots {
			s.breakOff()
		}
		s.turns++
		s.begin(s.waiting.pop())
	}
	for s.broken.len() > 0 && s.turns+len(s.spare) < s.Slots {
		j := s.broken.pop()
		s.spare = append(s.spare, j)
		s.begin(j)
	}
}

func (s *sim) begin(j *job) {
	j.begun = s.now
	s.plan(s.now+j.rest, j.class, j)
}

// breakOff takes the youngest analysis out of its slot.
func (s *sim) breakOff() {
	last := len(s.spare) - 1
	j := s.spare[last]
	s.spare = s.spare[:last]
	j.rest -= s.now - j.begun
	j.run++
	s.broken.push(j)
}

// end has a job end.
func (s *sim) end(j *job) {
	reply := s.now - j.came
	if j.analysis {
		for i, other := range s.spare {
			if other == j {
				s.spare = append(s.spare[:i], s.spare[i+1:]...)
				break
			}
		}
		if s.skip == 0 {
			s.result.Analyses.add(reply-j.need, reply)
		}
	} else {
		s.turns--
		if j.class.Rooms > 0 {
			s.plan(s.now+j.class.Think.Draw(s.rng), j.class, nil)
		}
		s.count(j, reply)
	}
	s.assign()
}

// count notes a turn that was replied to.
func (s *sim) count(j *job, reply float64) {
	if s.skip > 0 {
		if s.skip--; s.skip == 0 {
			s.from = s.now
		}
		return
	}
	s.result.Turns.add(j.begun-j.came, reply)
	times := s.result.ByClass[j.class.Name]
	times.add(j.begun-j.came, reply)
	s.result.ByClass[j.class.Name] = times
}

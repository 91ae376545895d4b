package chaos

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"go.uber.org/goleak"
)

var (
	round = flag.Duration("round", 8*time.Second, "how long each round of random faults lasts")
	rooms = flag.Int("rooms", 1000, "how many rooms the leak hunt opens")
	built = flag.String("programs", "", "a `folder` with hub, aiworker and loadgen; empty: build them")
	seed  = flag.Uint64("seed", 0, "of the random faults; 0: another one each time")
)

// programs are the programs under test and loadgen, built once.
var programs struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		table.print()
		_ = os.RemoveAll(programs.folder)
		os.Exit(code)
	}))
}

// program returns the path of a command of this module.
func program(t *testing.T, name string) string {
	t.Helper()
	if *built != "" {
		return filepath.Join(*built, name)
	}
	programs.once.Do(func() {
		if programs.folder, programs.err = os.MkdirTemp("", "quatre-chaos"); programs.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", programs.folder, "../cmd/hub", "../cmd/aiworker", "../cmd/loadgen").CombinedOutput()
		if err != nil {
			programs.err = errors.Join(err, errors.New(string(out)))
		}
	})
	if programs.err != nil {
		t.Fatalf("go build: %v", programs.err)
	}
	return filepath.Join(programs.folder, name)
}

// row is the result of one test.
type row struct {
	test                 string
	faults, acked        int
	lost, doubled, stuck int // counted as in loadgen's verdict
	detail               string
}

func (r row) String() string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%s", r.test, r.faults, r.acked, r.lost, r.doubled, r.stuck, r.detail)
}

// results are the rows of all tests.
type results struct {
	mu   sync.Mutex
	rows []row
}

var table results

const heading = "test\tfaults\tacknowledged\tlost\tdoubled\tstuck\t"

// add prints a row, and fails the test if anything was lost, doubled or stuck.
func (r *results) add(t *testing.T, line row) {
	t.Helper()
	line.test = strings.TrimPrefix(t.Name(), "Test")
	r.mu.Lock()
	r.rows = append(r.rows, line)
	r.mu.Unlock()
	t.Logf("%d faults, %d acknowledged, %d lost, %d doubled, %d stuck  %s",
		line.faults, line.acked, line.lost, line.doubled, line.stuck, line.detail)
	if line.faults == 0 || line.acked == 0 {
		t.Error("the test injected no fault, or no command was acknowledged")
	}
	if line.lost != 0 || line.doubled != 0 || line.stuck != 0 {
		t.Error("lost, doubled and stuck must be zero")
	}
}

func (r *results) print() {
	if len(r.rows) == 0 {
		return
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, heading)
	for _, line := range r.rows {
		fmt.Fprintln(w, line)
	}
	_ = w.Flush()
}

// seededRandom returns the random source of the faults of a test. It prints the seed. A run
// with -seed repeats the same faults.
func seededRandom(t *testing.T) *rand.Rand {
	s := *seed
	if s == 0 {
		s = rand.Uint64() >> 1
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 5))
}

// patience is how long await waits before the test fails.
const patience = 30 * time.Second

// await polls until ok returns true.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	awaitFor(t, patience, what, ok)
}

// awaitFor is await with another limit than patience.
func awaitFor(t *testing.T, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout waiting for %s", what)
		}
	}
}

// pause sleeps for a random time of less than d, so that faults come at random moments.
func pause(r *rand.Rand, d time.Duration) { time.Sleep(time.Duration(r.Int64N(int64(d)))) }

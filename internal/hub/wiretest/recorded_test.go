package wiretest

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var recorded = flag.String("frames", "", "check the frames in the files of this `folder`, which the browser tests have recorded")

// Every frame that the browser tests recorded, in both directions, is as documented.
func TestRecordedFrames(t *testing.T) {
	if *recorded == "" {
		t.Skip("make e2e records frames and runs this test")
	}
	files, err := filepath.Glob(filepath.Join(*recorded, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f) // a Scanner reads lines up to 64 KiB; frames are shorter
		for lines.Scan() {
			sign, frame, _ := strings.Cut(lines.Text(), " ")
			count[sign]++
			check := map[string]func([]byte) error{"<": FromHub, ">": FromClient}[sign]
			if check == nil {
				t.Fatalf("%s has a line %q", file, lines.Text())
			}
			if err := check([]byte(frame)); err != nil {
				t.Errorf("not as documented: %v", err)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if count["<"] == 0 || count[">"] == 0 {
		t.Errorf("only %d frames of hubs and %d frames of pages were recorded", count["<"], count[">"])
	}
	t.Logf("%d frames of hubs, %d of pages", count["<"], count[">"])
}

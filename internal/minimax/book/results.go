package book

import (
	"encoding/binary"
	"io"
	"os"
	"slices"
	"sync"
)

// results keeps the results of one pass in a file to which it only appends. A record is eight bytes, little endian: 24 bits
// that check the others, 32 bits that number the position, and its result. So a record that was lost in part is recognized.
type results struct {
	of []int8 // by position; unknown if it is not solved. A thread may use those of its own positions

	mu    sync.Mutex
	file  *os.File // guarded by mu
	count int      // of the results that are known; guarded by mu
}

const unknown = -128

func newRecord(position int, result int8) uint64 {
	content := uint64(uint32(position))<<8 | uint64(uint8(result))
	return mix(content)>>40<<40 | content
}

// openResults opens the file of a pass over n positions, or creates it. It cuts off what follows the last good record.
func openResults(name string, n int) (*results, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	r := &results{file: file, of: slices.Repeat([]int8{unknown}, n)}
	data, err := io.ReadAll(file)
	for ; len(data) >= 8*(r.count+1); r.count++ {
		record := binary.LittleEndian.Uint64(data[8*r.count:])
		position, result := int(uint32(record>>8)), int8(record)
		if record != newRecord(position, result) || position >= n {
			break
		}
		r.of[position] = result
	}
	if err == nil {
		err = file.Truncate(int64(8 * r.count))
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	return r, err
}

// add keeps the result of a position. It calls report, one call at a time, with the number of results that are known.
func (r *results) add(position, result int, report func(done int)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := r.file.Write(binary.LittleEndian.AppendUint64(nil, newRecord(position, int8(result))))
	r.of[position] = int8(result)
	r.count++
	report(r.count)
	return err
}

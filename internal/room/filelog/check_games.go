package filelog

import "bytes"

// checkGame checks a record, and that the game is in every list that must have it.
func (c *checker) checkGame(e element) {
	r, err := decodeRecord(string(e.key), e.value)
	if err != nil {
		c.report(err)
		return
	}
	c.done.Games++
	key := timeKey(r.Ended.UnixMilli(), string(e.key))
	var lists [][][]byte
	if r.Imported == "" {
		lists = append(lists, [][]byte{bucketEnded})
	}
	for _, id := range r.Listed() {
		path := [][]byte{bucketOpen}
		if id != "" {
			path = [][]byte{bucketPlayer, []byte(id)}
		}
		lists = append(lists, path)
	}
	for _, path := range lists {
		if _, ok := c.lookUp(key, path...); !ok {
			c.found("game %s: it is missing in the list %s", e.key, bytes.Join(path, []byte("/")))
		}
	}
}

// checkEnded checks that an element of a list of games names a game that ended at the time in
// its key.
func (c *checker) checkEnded(list string, e element) {
	if len(e.key) <= keyNumberLength {
		c.found("bucket %s: the key %x is too short", list, e.key)
		return
	}
	name := nameOf(e.key)
	record, ok := c.lookUp([]byte(name), bucketGames)
	if !ok && list == string(bucketOpen) {
		return // a version without this list has forgotten the game
	}
	if !ok {
		c.found("game %s: the list %s has it, and its record is missing or cannot be read", name, list)
		return
	}
	r, err := decodeRecord(name, record.value)
	if err == nil && !bytes.Equal(timeKey(r.Ended.UnixMilli(), name), e.key) {
		c.found("game %s: the list %s has another time of its end", name, list)
	}
}

// checkDate checks the date at which an imported game was found.
func (c *checker) checkDate(e element) {
	if len(e.value) == keyNumberLength {
		if _, ok := c.lookUp(append(bytes.Clone(e.value), e.key...), bucketImported); ok {
			return
		}
	}
	c.found("game %s: its date is missing in the bucket imported", e.key)
}

func (c *checker) checkImported(e element) {
	if len(e.key) > keyNumberLength {
		date, ok := c.lookUp([]byte(nameOf(e.key)), bucketDates)
		if ok && bytes.Equal(date.value, e.key[:keyNumberLength]) {
			return
		}
	}
	c.found("bucket imported: %x has another date than its game, or none", e.key)
}

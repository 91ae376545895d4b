package boltdb

import (
	"bytes"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// maxJournal is the size in bytes at which the journal is emptied. To open the file and to read a
// key costs more the longer the journal is, and to empty it delays a commit.
const maxJournal = 512 << 10

// state is what is in memory. It is never changed, only replaced, by the goroutine that commits.
type state struct {
	recent   *tree // the changes of the journal, which the bucket keys does not have yet
	volatile *tree // all keys that begin with ledger.Volatile

	// emptied counts how often the journal was emptied, or was about to be. If it has not changed
	// since a reader loaded the state, the reader's transaction, which began later, fits: what the
	// journal put into the bucket meanwhile is also in recent.
	emptied int
}

// changes is the form of changes in the journal: for each the length of the key, the key, the
// length of the value plus 1, and the value; 0 if the key is deleted.
type changes []byte

func (c *changes) add(key, value []byte) {
	*c = append(binary.AppendUvarint(*c, uint64(len(key))), key...)
	if value == nil {
		*c = append(*c, 0)
		return
	}
	*c = append(binary.AppendUvarint(*c, uint64(len(value))+1), value...)
}

// next cuts off the first change. A value of nil says that the key is deleted.
func (c *changes) next() (key, value []byte) {
	key = c.cut(c.number())
	if length := c.number(); length > 0 {
		value = c.cut(length - 1)
	}
	return key, value
}

func (c *changes) number() uint64 {
	number, n := binary.Uvarint(*c)
	if n <= 0 {
		panic("the journal has a length that is wrong")
	}
	*c = (*c)[n:]
	return number
}

func (c *changes) cut(length uint64) []byte {
	if length > uint64(len(*c)) {
		panic("the journal has a length that is wrong")
	}
	b := (*c)[:length:length]
	*c = (*c)[length:]
	return b
}

// store adds the changes of a group of batches to the journal, as one value. So many changes of
// different rooms, each of which would change a page of its own, share a page.
func (c changes) store(tx *bolt.Tx) error {
	b := tx.Bucket(bucketJournal)
	b.FillPercent = 1 // keys ascend, so pages need no room for others
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	return b.Put(number(n), c)
}

// readJournal reads the journal of the process before into memory.
func (d *DB) readJournal() error {
	recent := new(tree)
	err := d.readTx(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketJournal).ForEach(func(_, v []byte) error {
			d.journal += len(v)
			for left := changes(bytes.Clone(v)); len(left) > 0; {
				key, value := left.next()
				recent.Set(string(key), value)
			}
			return nil
		})
	})
	d.state.Store(&state{recent: recent, volatile: new(tree)})
	return err
}

// emptyJournal moves the changes of the journal to their places. If that fails, the journal grows on:
// no call fails that does not meet the damage itself, and a full disk is told to the next commit.
func (d *DB) emptyJournal() {
	if d.journal == 0 {
		return
	}
	s := *d.state.Load()
	s.emptied++
	d.state.Store(&s)
	err := d.writeTx(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketKeys)
		b.FillPercent = fillPercent
		var err error
		s.recent.Scan(func(key string, value []byte) bool {
			if value == nil {
				err = b.Delete([]byte(key))
			} else {
				err = b.Put([]byte(key), value)
			}
			return err == nil
		})
		if err == nil {
			err = tx.DeleteBucket(bucketJournal)
		}
		if err == nil {
			_, err = tx.CreateBucket(bucketJournal)
		}
		return err
	})
	if err != nil {
		d.emptyAt = 2 * d.journal
		return
	}
	d.state.Store(&state{recent: new(tree), volatile: s.volatile, emptied: s.emptied})
	d.journal, d.emptyAt = 0, d.maxJournal
}

package boltdb

import (
	"bytes"
	"strconv"

	"github.com/quatre/quatre/internal/room/ledger"
)

// message is a payload that a batch publishes.
type message struct{ channel, payload string }

// run carries out a batch, and returns the number of the first condition that does not hold, or 0
// and what the batch publishes. After an error the transaction must be undone.
func run(t *tx, b *ledger.Batch) (failed int, told []message, err error) {
	for i, op := range b.If {
		holds, err := holds(t.of(op.Key), op)
		if err != nil {
			return 0, nil, damaged("key %s: %w", op.Key, err)
		}
		if !holds {
			return i + 1, nil, nil
		}
	}
	for _, op := range b.Do {
		if err := change(t.of(op.Key), op); err != nil {
			return 0, nil, damaged("key %s: %w", op.Key, err)
		}
		switch op.Kind {
		case ledger.Append:
			told = append(told, message{op.Key, op.B})
		case ledger.Publish:
			told = append(told, message{op.Key, op.A})
		}
	}
	return 0, told, nil
}

// holds reports whether a condition holds.
func holds(d data, op ledger.Op) (bool, error) {
	switch op.Kind {
	case ledger.IfLog:
		n, raw, err := d.last(op.Key)
		return strconv.FormatUint(n, 10) == op.A && bytes.HasSuffix(raw, []byte(op.B)), err
	case ledger.IfField:
		return d.field(op.Key, op.A) == op.B, nil
	case ledger.IfScore:
		score, member, err := d.score(op.Key, op.A)
		if err != nil {
			return false, err
		}
		least, err := strconv.ParseInt(op.B, 10, 64)
		return member && score >= least, err
	case ledger.IfSize:
		size, err := d.size(op.Key)
		return strconv.Itoa(size) == op.A, err
	default:
		return false, damaged("there is no condition %q", op.Kind)
	}
}

// change carries out a change.
func change(d data, op ledger.Op) error {
	switch op.Kind {
	case ledger.Append:
		n, err := strconv.ParseUint(op.A, 10, 64)
		if err != nil {
			return err
		}
		return d.append(op.Key, n, op.B)
	case ledger.SetField:
		return d.setField(op.Key, op.A, op.B)
	case ledger.Put, ledger.PutNew:
		score, err := strconv.ParseInt(op.B, 10, 64)
		if err != nil {
			return err
		}
		if op.Kind == ledger.PutNew {
			if _, member, err := d.score(op.Key, op.A); err != nil || member {
				return err
			}
		}
		return d.setScore(op.Key, op.A, score)
	case ledger.Remove:
		return d.remove(op.Key, op.A)
	case ledger.Delete:
		d.drop(op.Key)
		return nil
	case ledger.Publish:
		return nil
	default:
		return damaged("there is no change %q", op.Kind)
	}
}

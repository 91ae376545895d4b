package boltdb

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// CheckPages reads all pages of the file, and calls tell for each damage that bbolt finds, with an
// error that wraps storage.ErrDamaged. It cannot find a wrong byte in a value, because a value has
// no checksum.
func (d *DB) CheckPages(ctx context.Context, tell func(error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := d.readTx(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			tell(damaged("%w", err))
		}
		return nil
	})
	if errors.Is(err, storage.ErrDamaged) {
		tell(err)
		return nil
	}
	return wrap(err)
}

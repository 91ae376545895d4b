package redislog

import "context"

// fieldNameKey is the field of keyMeta that holds the key for public names: see
// storage.NameKey.
const fieldNameKey = "name-key"

// NameKey implements storage.NameKey.
func (s *Store) NameKey(ctx context.Context, proposal []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	pipe := s.client.Pipeline()
	pipe.HSetNX(ctx, keyMeta, fieldNameKey, proposal)
	key := pipe.HGet(ctx, keyMeta, fieldNameKey)
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, wrap(ctx, err)
	}
	return key.Bytes()
}

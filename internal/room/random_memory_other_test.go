//go:build !linux

package room_test

import "testing"

func memoryDir(t *testing.T) string { return t.TempDir() }

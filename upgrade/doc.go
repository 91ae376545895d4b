// Package upgrade holds only a test. It runs an earlier version of the service together with this
// one, in processes, as during a rolling upgrade: hubs and workers of both versions share one
// Redis, and are replaced under load, one by one, forwards and backwards. The log holds every
// acknowledged command exactly once, and no room is stuck.
//
// docs/host/upgrade.md says what operators may rely on.
// docs/dev/decisions/0017-a-room-may-be-newer-than-its-reader.md says which changes keep these
// promises. Tests in internal/room, internal/hub and internal/aiworker show what a process does
// with a room of a newer version.
//
// The earlier version is the last one before HEAD that has a tag v…, or else the commit before
// HEAD. The test extracts it from git into a folder of its own and builds it there.
//
//	go test ./upgrade
//	go test -v ./upgrade -args -from v1.2.0        with v1.2.0 as the earlier version
//	go test -v ./upgrade -args -load 1m            with a minute of load
package upgrade

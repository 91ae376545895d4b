// Package upgrade holds only tests. They run an earlier version of the service together with
// this one, in processes, as during a rolling upgrade.
//
// They prove for the version before this one:
//
//   - Hubs and workers of both versions share one Redis. Players begin a room through a hub
//     of one version, continue through a hub of the other version, and come back. Workers of
//     either version play for the AI. All hubs show the same log, and nobody loses a seat.
//   - Processes can be replaced under load, one by one, forwards and backwards: the log
//     holds every acknowledged command exactly once, and no room is stuck.
//   - Each version opens a file that the other has written, and shows everything in the file. If
//     the file format has changed, the older version refuses and leaves the file unchanged.
//
// docs/upgrades.md says what operators may rely on.
// docs/decisions/0017-a-room-may-be-newer-than-its-reader.md says which changes keep these
// promises. Tests in internal/room, internal/hub and internal/aiworker show what a process does
// with a room of a newer version.
//
// How it works: the earlier version is the last one before HEAD that has a tag v…. If there is no
// tag, it is the latest of the five commits before HEAD that builds. The tests extract it from
// git into a folder of its own and build it there.
//
//	go test ./upgrade                              takes about half a minute
//	go test -v ./upgrade -args -from v1.2.0        with v1.2.0 as the earlier version
//	go test -v ./upgrade -args -load 1m            with a minute of load
package upgrade

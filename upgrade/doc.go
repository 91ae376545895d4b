// Package upgrade holds only tests. They run an earlier version of the service together with
// this one, in processes, as during a rolling upgrade.
//
// They prove for the version before this one:
//
//   - Hubs and workers of both versions share one Redis. Players begin a room through a hub
//     of one version and continue through the other, and back. Workers of either version
//     play for the AI. Both show the same log, and nobody loses a seat.
//   - Processes can be replaced under load, one by one, forwards and backwards: the log
//     holds every acknowledged command exactly once, and no room is stuck.
//   - Each version opens a file that the other has written, with everything in it. If the
//     file format has changed, the older version refuses and leaves the file unchanged.
//
// docs/upgrades.md says what operators may rely on, and
// docs/decisions/0017-a-room-may-be-newer-than-its-reader.md which changes keep it
// so. What a process does with a room that is newer than itself is tested in
// internal/room, internal/hub and internal/aiworker: no earlier version can show it.
//
// How it works: the earlier version is the last one that has a tag v…; without any,
// the commit before HEAD. It is taken out of git into a folder of its own and built
// there.
//
//	go test ./upgrade                              about half a minute
//	go test -v ./upgrade -args -from v1.2.0        beside this version
//	go test -v ./upgrade -args -load 1m            under load for so long
package upgrade

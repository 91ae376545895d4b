// Package upgrade has no code of its own: its tests run an earlier version of the
// service beside this one, in processes, as operators have it while they replace
// one by the other.
//
// They promise, of the version before this one:
//
//   - On one Redis the hubs and workers of both play in the same rooms: rooms that
//     one has begun are played on through the other, and back; either's worker
//     answers for the AI; both show the same log; nobody loses a seat.
//   - They can be replaced under load, one by one, forwards and backwards: every
//     acknowledged action is in the log, once, and no room is stuck.
//   - A file that one has written is opened by the other, either way round, with
//     everything in it, unless its format has moved: then the older one says so and
//     leaves the file alone.
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

// Package chaos holds only tests. They run the whole service in processes, as operators do,
// and cause faults in it.
//
// The tests prove for every fault:
//
//   - The log holds every acknowledged command exactly once.
//   - No room is stuck: when the fault is over, the service recovers by itself.
//
// Each test prints a row of a table: the injected faults, the acknowledged commands, and how
// many of those were lost, doubled or stuck. The test fails unless the last three are zero.
// docs/operate/reliability.md says which settings of the store can lose entries by design, and which
// test shows it.
//
// How it works: the tests build hub, aiworker and loadgen, start them with real Redis
// servers, and put internal/faultproxy between clients and hubs and between hubs and Redis.
// During the faults loadgen plays and records the frames that each client receives.
// Afterwards it compares them with the logs. A printed seed decides the faults and their
// moments. The same seed repeats the same faults, but not the same interleaving.
//
//	go test ./chaos                              about two minutes
//	go test -v ./chaos -args -round 2m           each round of faults takes 2 minutes
//	go test -v ./chaos -args -rooms 100000       rooms in the leak test
//	go test -v ./chaos -args -seed 7             the faults of an earlier run
package chaos

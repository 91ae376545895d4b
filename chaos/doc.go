// Package chaos has no code of its own: its tests run the whole service as
// operators run it, in processes, and break it on purpose.
//
// They promise, of every fault that they know:
//
//   - An acknowledged action is in the log, once.
//   - Nothing is stuck: when the fault is over the service goes on by itself,
//     and every room with it.
//
// Each test prints a row of one table: the faults injected, the commands
// acknowledged, and how many of them were lost, doubled or stuck. The test fails
// unless the last three are zero. What a setting of the store does lose by its
// nature is in docs/reliability.md, with the test that shows it.
//
// How it works: the tests build hub, aiworker and loadgen, start them with real
// Redis servers, and put internal/faultproxy between clients and hubs and between
// hubs and Redis. loadgen plays through all of it, writes down what each client
// was told, and compares that with the logs afterwards. Faults come at random
// moments out of a seed, which is printed; the same seed gives the same faults,
// though not the same interleaving.
//
//	go test ./chaos                              about two minutes
//	go test -v ./chaos -args -round 2m           each round of faults so long
//	go test -v ./chaos -args -rooms 100000       so many rooms in the leak hunt
//	go test -v ./chaos -args -seed 7             the faults of that seed
package chaos

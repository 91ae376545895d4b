// Package solver finds exact values of Connect Four positions.
package solver

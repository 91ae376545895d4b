// Package cli holds code that the commands share. It reads flags, which are environment
// variables too, opens the store at a URL, makes the program's logger, and serves the admin
// address. It is the only package that reads the environment.
package cli

import (
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3"

	"github.com/quatre/quatre/internal/room"
)

// envPrefix is the prefix of every environment variable.
const envPrefix = "QUATRE"

// NewFlags returns an empty flag set for a command. Its help names the environment variables, and
// the arguments that the command takes. It leaves out rareFlags unless the command line has -all.
func NewFlags(name, arguments, about string, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nUsage: %s\n\n", about, strings.TrimSpace(name+" [flags] "+arguments))
		all, rare := slices.Contains(os.Args, "-all"), 0
		fs.VisitAll(func(f *flag.Flag) {
			if !all && slices.Contains(rareFlags, f.Name) {
				rare++
				return
			}
			kind, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(stderr, "  -%s %s\n", f.Name, kind)
			fmt.Fprintf(stderr, "        %s", usage)
			if f.DefValue != "" {
				fmt.Fprintf(stderr, " (default %s)", f.DefValue)
			}
			fmt.Fprintf(stderr, "\n        environment: %s\n", env(f.Name))
		})
		if rare > 0 {
			fmt.Fprintf(stderr, "\n%d more flags are seldom set: %s -h -all.\n", rare, name)
		}
		fmt.Fprintf(stderr, "\nA flag on the command line wins over the environment.\n")
	}
	return fs
}

// env returns the environment variable of a flag.
func env(name string) string {
	return envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Parse reads the command line and the environment. It returns the arguments: exactly one for each
// of names, before, between or after the flags. It returns flag.ErrHelp after it has shown the help.
func Parse(fs *flag.FlagSet, args []string, names ...string) (values []string, err error) {
	values, _, err = parse(fs, args, names)
	return values, err
}

// parse is Parse. It also returns the flags on the command line.
func parse(fs *flag.FlagSet, args, names []string) (values []string, given []*flag.Flag, err error) {
	for err = fs.Parse(args); err == nil && fs.NArg() > 0; err = fs.Parse(fs.Args()[1:]) {
		values = append(values, fs.Arg(0))
	}
	fs.Visit(func(f *flag.Flag) { given = append(given, f) })
	if err == nil {
		err = ff.Parse(fs, nil, ff.WithEnvVarPrefix(envPrefix)) // keeps the values that were parsed before
	}
	switch {
	case err != nil || len(values) == len(names):
	case len(names) == 0:
		err = fmt.Errorf("unexpected argument %q: %s takes flags only", values[0], fs.Name())
	case len(values) > len(names):
		err = fmt.Errorf("unexpected argument %q", values[len(names)])
	default:
		err = fmt.Errorf("%s is missing", names[len(values)])
	}
	return values, given, err
}

// Refused writes why a command does not start, and returns its exit status: 0 after the help,
// 2 after a bad command line.
func Refused(err error, name string, stderr io.Writer) int {
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if strings.HasSuffix(err.Error(), "parse error") { // the flag package says no more
		err = fmt.Errorf("%w. A time is written as 90s, 30m or 720h, and a number in digits", err)
	}
	fmt.Fprintf(stderr, "%s: %v\nTry %s -h.\n", name, err, name)
	return 2
}

// Failed writes why a command has failed; nil: it has not. It returns the exit status.
func Failed(err error, name string, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	return 1
}

// None as the value of an address flag means that nothing is served. An empty value on the
// command line means the same. An empty environment variable counts as unset.
const None = "none"

// CheckAdmin is CheckAddr for -admin, which may be None. It returns the address, or "" for
// None.
func CheckAdmin(addr string) (string, error) {
	if addr == "" || addr == None {
		return "", nil
	}
	return addr, CheckAddr("admin", addr)
}

// CheckAddr returns an error unless addr is an address to listen on.
func CheckAddr(name, addr string) error {
	if _, port, err := net.SplitHostPort(addr); err != nil || port == "" {
		return fmt.Errorf("-%s %q is not an address to listen on, such as :8080 or 127.0.0.1:8081", name, addr)
	}
	return nil
}

// LogFlags adds -log and -log-level. It returns a function that makes the logger, to be called
// when the flags are parsed.
func LogFlags(fs *flag.FlagSet, stderr io.Writer) func() (*slog.Logger, error) {
	format := fs.String("log", "text", "`format` of the log: text or json")
	var level slog.Level
	fs.TextVar(&level, "log-level", slog.LevelInfo, "lowest `level` to log: debug, info, warn or error")
	return func() (*slog.Logger, error) {
		opts := &slog.HandlerOptions{Level: level}
		switch *format {
		case "text":
			return slog.New(slog.NewTextHandler(stderr, opts)), nil
		case "json":
			return slog.New(slog.NewJSONHandler(stderr, opts)), nil
		default:
			return nil, fmt.Errorf("-log %q: must be text or json", *format)
		}
	}
}

// ProcessName returns a unique name for this process. A restart gets another one.
func ProcessName(command string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%s-%s", command, host, strings.ToLower(rand.Text()[:10]))
}

// Limits of -retention. The shortest still leaves time to ask for a rematch.
const (
	minRetention = time.Second
	maxRetention = 10 * 365 * 24 * time.Hour
)

// RetentionFlag adds -retention. It returns a function that returns the value, to be called
// when the flags are parsed.
func RetentionFlag(fs *flag.FlagSet) func() (time.Duration, error) {
	d := fs.Duration("retention", room.DefaultRetention,
		"`time` that the log of a room stays after its last game; the same for all processes on a store")
	return func() (time.Duration, error) {
		if *d < minRetention || *d > maxRetention {
			return 0, fmt.Errorf("-retention %v: must be from %v to %v", *d, minRetention, maxRetention)
		}
		return *d, nil
	}
}

// KeepGamesFlag adds -keep-games. It returns a function that returns the value, to be called
// when the flags are parsed. 0 means forever. The record of a game must not be deleted before
// its room, which links to it.
func KeepGamesFlag(fs *flag.FlagSet) func(retention time.Duration) (time.Duration, error) {
	d := fs.Duration("keep-games", 0,
		"`time` that the record of a finished game stays, such as 2160h; not less than -retention. 0: for good")
	return func(retention time.Duration) (time.Duration, error) {
		if *d != 0 && (*d < retention || *d > maxRetention) {
			return 0, fmt.Errorf("-keep-games %v: must be 0, for good, or from -retention, which is %v, to %v", *d, retention, maxRetention)
		}
		return *d, nil
	}
}

// WriteFile writes a file with the permissions mode. It writes to a temporary file in the same
// folder, flushes that to the disk and then renames it, so a file called name is complete. After an error, of
// write or of the disk, what name was before is unchanged.
func WriteFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.partial")
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

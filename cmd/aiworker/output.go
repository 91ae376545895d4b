package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/names"
)

// output writes the results of a command for people, in their language.
type output struct {
	language int // of package names
	write    func(*experiment.Table, io.Writer) error
}

// formats maps each value of -format to the method that writes a table in that format.
var formats = map[string]func(*experiment.Table, io.Writer) error{
	"text": (*experiment.Table).WriteText,
	"csv":  (*experiment.Table).WriteCSV,
	"svg":  (*experiment.Table).WriteSVG,
}

// outputFlags adds -format and -lang. It returns a function that reads them, to be called when the flags
// are parsed.
func outputFlags(fs *flag.FlagSet) func() (output, error) {
	format := fs.String("format", "text", "text, csv or svg")
	lang := languageFlag(fs, "text and svg; csv is the same in both")
	return func() (o output, err error) {
		ok := false
		if o.write, ok = formats[*format]; !ok {
			return o, fmt.Errorf("-format %s: must be text, csv or svg", *format)
		}
		o.language, err = lang()
		return o, err
	}
}

// languageFlag adds -lang, the language of what a command prints. It returns a function that reads it, to be called
// when the flags are parsed.
func languageFlag(fs *flag.FlagSet, of string) func() (int, error) {
	lang := fs.String("lang", "en", "`language`, en or fr, of "+of)
	return func() (int, error) {
		language, ok := names.Preferred(*lang)
		if !ok {
			return 0, fmt.Errorf("-lang %s: must be en or fr", *lang)
		}
		return language, nil
	}
}

// run runs an experiment and writes its table. While it runs, progress shows on a terminal how far it has come.
func (o output) run(ctx context.Context, e *experiment.Experiment, progress names.Text, s streams) error {
	line := newProgress(s.err)
	err := e.Run(ctx, func(done, all int) { line.update(progress.Say(o.language, done, all)) })
	line.clear()
	table := e.Table()
	table.Language = o.language
	return errors.Join(err, o.write(&table, s.out))
}

// What commands say beside their tables.
var (
	trialsText       = names.Text{"%d of %d trials", "essais\u00a0: %d sur %d"}
	measurementsText = names.Text{"%d of %d measurements", "mesures\u00a0: %d sur %d"}
	pairsText        = names.Text{"%d of %d pairs of games", "paires de parties\u00a0: %d sur %d"}
	lostText         = names.Text{"%s lost a game: %v\n", "%s a perdu une partie\u00a0: %v\n"}
)

// progress shows on a terminal how far a command has come, in a line that each update overwrites. Only
// one goroutine may use it.
type progress struct {
	w        io.Writer
	terminal bool
	last     time.Time
	shown    bool // a line must be cleared
}

const (
	progressInterval = 500 * time.Millisecond // between two updates of the line
	clearLine        = "\r\x1b[K"
)

func newProgress(w io.Writer) *progress {
	f, ok := w.(term.File)
	return &progress{w: w, terminal: ok && term.IsTerminal(f.Fd()), last: time.Now()}
}

// update shows text, unless the last text was shown a short time ago.
func (p *progress) update(text string) {
	if p.terminal && time.Since(p.last) >= progressInterval {
		fmt.Fprint(p.w, clearLine, text)
		p.shown, p.last = true, time.Now()
	}
}

// clear removes the line, so that other output can follow.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
		p.shown = false
	}
}

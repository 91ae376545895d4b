package main

import (
	"flag"
	"fmt"
	"io"

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
	lang := fs.String("lang", "en", "`language` of text and svg: en or fr; csv is the same in both")
	return func() (o output, err error) {
		ok := false
		if o.write, ok = formats[*format]; !ok {
			return o, fmt.Errorf("-format %s: must be text, csv or svg", *format)
		}
		if o.language, ok = names.Preferred(*lang); !ok {
			return o, fmt.Errorf("-lang %s: must be en or fr", *lang)
		}
		return o, nil
	}
}

// table writes the table of an experiment.
func (o output) table(e *experiment.Experiment, w io.Writer) error {
	table := e.Table()
	table.Language = o.language
	return o.write(&table, w)
}

// What commands say beside their tables.
var (
	trialsText       = names.Text{"%d of %d trials", "essais\u00a0: %d sur %d"}
	measurementsText = names.Text{"%d of %d measurements", "mesures\u00a0: %d sur %d"}
	pairsText        = names.Text{"%d of %d pairs of games", "paires de parties\u00a0: %d sur %d"}
	lostText         = names.Text{"%s lost a game: %v\n", "%s a perdu une partie\u00a0: %v\n"}
)

package rules

import (
	"math/bits"
	"strconv"
	"strings"
)

// Offsets in the text of a setup: of the fields after the cells.
const (
	force3SideOffset = cells3 + 1
	force3HandOffset = force3SideOffset + 2 // the hand of First; the hand of Second is two bytes later
	force3BanOffset  = force3HandOffset + 4 // one cell, or two as in 6+3
)

func (g *force3) setup(text string) (Position, *Error) {
	fields := strings.Split(text, " ")
	if len(fields) != 5 {
		return nil, errBadPosition("%s is not a position of Force 3; write board, side to move, discs in hand of r and of b, "+
			"and the cell to which the hole must not go, such as ssss.ssss r 3 3 -.", quote(text))
	}
	board, err := parseForce3Board(fields[0])
	if err != nil {
		return nil, err
	}
	p := &Force3Position{game: g, board: board, history: make([]force3Board, 0, Force3MaxPlies)}
	switch fields[1] {
	case "r":
	case "b":
		p.secondBegan = true
	default:
		return nil, errBadPosition("%s is not a side of Force 3; write r or b.", quote(fields[1]))
	}
	for i, s := range [...]Side{First, Second} {
		if want := strconv.Itoa(p.Hand(s)); fields[2+i] != want {
			return nil, errBadPosition("%c has %s discs in hand with %d on the board, not %s.",
				"rb"[i], want, bits.OnesCount16(p.Discs(s)), quote(fields[2+i]))
		}
	}
	if err := p.setupBan(fields[4]); err != nil {
		return nil, err
	}
	if err := p.checkOpening(); err != nil {
		return nil, err
	}
	p.outcome = p.findOutcome()
	return p, nil
}

// parseForce3Board reads the nine cells. The ban of the result is not set.
func parseForce3Board(text string) (force3Board, *Error) {
	b := force3Board{hole: force3NoCell, ban: noForce3Ban}
	if len(text) != cells3 || strings.Count(text, ".") != 1 {
		return b, errBadPosition("%s is not a board of Force 3; write nine cells as s, r, b and one . for the hole, "+
			"row by row from the top.", quote(text))
	}
	for cell := range uint8(cells3) {
		switch text[cell] {
		case '.':
			b.hole = cell
		case 'r':
			b.discs[0] |= 1 << cell
		case 'b':
			b.discs[1] |= 1 << cell
		case 's':
		default:
			return b, errBadPosition("%s is not a cell of Force 3; write s, r, b or .", quote(text[cell:cell+1]))
		}
	}
	for i, discs := range b.discs {
		if n := bits.OnesCount16(discs); n > Force3Discs {
			return b, errBadPosition("There are %d discs of %c; each side has %d.", n, "rb"[i], Force3Discs)
		}
	}
	return b, nil
}

// setupBan reads the ban. It must be the reverse of a slide that brings the hole to its present cell.
func (p *Force3Position) setupBan(text string) *Error {
	if text == "-" {
		return nil
	}
	for _, s := range p.game.slides()[p.board.hole] {
		if p.game.banText(s) == text {
			p.board.ban = s
			return nil
		}
	}
	if p.game.report {
		return errBadPosition("%s is not the reverse of slides that bring the hole to cell %s; write - for no ban.",
			quote(text), cellName(p.board.hole))
	}
	return errBadPosition("No slide brings the hole from cell %s to cell %s; write - for no ban.",
		quote(text), cellName(p.board.hole))
}

// banText returns a ban as FormatSetup writes it. Where two tiles slide in line, the last cell is enough.
func (g *force3) banText(s force3Slide) string { return strings.TrimSuffix(g.slideName(s), "+") }

// checkOpening refuses positions that the opening rules of the variant make impossible.
func (p *Force3Position) checkOpening() *Error {
	first, second := bits.OnesCount16(p.Discs(First)), bits.OnesCount16(p.Discs(Second))
	holeAtStart := p.board.hole == force3Centre && p.board.ban == noForce3Ban
	ahead := first - second // 1 if the second player places next, 0 if the first does
	switch {
	case p.placing() && (!holeAtStart || ahead != int(p.Turn()-First)):
		return errBadPosition("Until all discs are placed, the sides place one after the other and the hole stays in the centre.")
	case p.fairStart() && (!holeAtStart || p.Turn() != First):
		return errBadPosition("The first turn places a disc, so the board must have one.")
	case p.game.fair && first == 0 && second > 0,
		p.game.fair && p.placing() && first+second == 1 && p.Discs(First)&force3Corners == 0:
		return errBadPosition("The first turn places a disc of r on a corner; there is none.")
	}
	return nil
}

func (p *Force3Position) formatSetup() string {
	text := []byte("sssssssss r 3 3 -")
	for cell := range cells3 {
		for i, discs := range p.board.discs {
			if discs>>cell&1 != 0 {
				text[cell] = "rb"[i]
			}
		}
	}
	text[p.board.hole] = '.'
	text[force3SideOffset] = "rb"[p.Turn()-First]
	text[force3HandOffset] = '0' + byte(p.Hand(First))
	text[force3HandOffset+2] = '0' + byte(p.Hand(Second))
	if p.board.ban == noForce3Ban {
		return string(text)
	}
	return string(text[:force3BanOffset]) + p.game.banText(p.board.ban)
}

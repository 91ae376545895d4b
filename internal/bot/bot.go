// Package bot plays with a program that anybody has written, in any language. The program reads positions from its
// standard input and answers each with a move on its standard output, line by line:
//
//	position connect4:7x6:4 334455
//	4
//
// A position is a variant and the moves from the start of the game, in its notation, as the API has them. So a program
// needs no state. docs/teach/bots.md is the manual.
package bot

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// The limits of a program.
const (
	DefaultTime = 5 * time.Second // for one move
	maxLine     = 200             // bytes of an answer; the rest of the line is dropped
	maxErrors   = 2000            // last bytes of the standard error that are kept
	endTimeout  = time.Second     // for a program to end after the end of its input
)

// Fault is an error of a program, which loses the game by it.
type Fault struct {
	Reason string // a sentence
	Stderr string // the end of what the program wrote to its standard error
}

func (f *Fault) Error() string {
	if f.Stderr == "" {
		return f.Reason
	}
	return f.Reason + "\n" + f.Stderr
}

// Bot is a program that plays. It is started for the first move, and again after it has ended. Only one goroutine may
// use a Bot.
type Bot struct {
	command []string
	time    time.Duration
	running *process // nil: not started
}

// New returns a Bot that runs a command, with its arguments, and gives it a time for each move.
func New(command []string, perMove time.Duration) *Bot {
	return &Bot{command: command, time: perMove}
}

// Name returns the command line.
func (b *Bot) Name() string { return strings.Join(b.command, " ") }

// Move asks the program for a move in pos. moves are those that led there from the start of the game. The error
// is a *Fault, or that of ctx.
func (b *Bot) Move(ctx context.Context, game rules.Game, pos rules.Position, moves []string) (rules.Move, error) {
	question := strings.TrimRight("position "+game.Variant()+" "+strings.Join(moves, game.Separator()), " ")
	again := b.running != nil
	answer, err := b.ask(ctx, question)
	if again && err != nil && b.running.hasEnded() && b.running.err == nil {
		answer, err = b.ask(ctx, question) // it ends after each answer
	}
	if err != nil {
		return 0, err
	}
	m, err := pos.ParseMove(answer)
	if err != nil {
		return 0, b.running.fault("The move %q is not legal after %q: %v", answer, question, err)
	}
	return m, nil
}

// ask asks the program, which it starts if it does not run.
func (b *Bot) ask(ctx context.Context, question string) (string, error) {
	if b.running != nil && b.running.hasEnded() {
		b.Close()
	}
	if b.running == nil {
		p, err := start(b.command)
		if err != nil {
			return "", &Fault{Reason: fmt.Sprintf("The program cannot be started: %v.", err)}
		}
		b.running = p
	}
	return b.running.ask(ctx, question, b.time)
}

// Close ends the program, if it runs.
func (b *Bot) Close() {
	if b.running != nil {
		b.running.end()
		b.running = nil
	}
}

// process is a running program.
type process struct {
	stdin  io.WriteCloser
	lines  *lineWriter
	errors *tailWriter
	ended  chan struct{} // closed when the program has ended; then err is set
	err    error
	kill   func() // ends it at once, with all that it has started
}

func start(command []string) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.WaitDelay = endTimeout // what the program has started may keep its output open
	p := &process{
		lines: &lineWriter{lines: make(chan string, 1)}, errors: &tailWriter{}, ended: make(chan struct{}),
		kill: inGroup(cmd),
	}
	cmd.Stdout, cmd.Stderr = p.lines, p.errors
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	p.stdin = stdin
	go func() {
		defer close(p.ended)
		p.err = cmd.Wait()
		_, _ = p.lines.Write([]byte{'\n'}) // its last words may lack the end of the line
	}()
	return p, nil
}

func (p *process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// ask sends a line and returns the next line that the program writes.
func (p *process) ask(ctx context.Context, question string, most time.Duration) (string, error) {
	select {
	case <-p.lines.lines: // an answer that came too late, or that nobody asked for
	default:
	}
	timeout := time.NewTimer(most)
	defer timeout.Stop()
	go func() { // it blocks while the program does not read, and ends with it
		_, _ = io.WriteString(p.stdin, question+"\n")
	}()
	select {
	case answer := <-p.lines.lines:
		return answer, nil
	case <-p.ended:
		select {
		case answer := <-p.lines.lines: // its last words
			return answer, nil
		default:
		}
		how := "exit status 0"
		if p.err != nil {
			how = p.err.Error()
		}
		return "", p.fault("The program has ended (%s) instead of answering %q.", how, question)
	case <-timeout.C:
		fault := p.fault("The program has not answered %q within %v.", question, most)
		p.kill()
		<-p.ended
		return "", fault
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *process) fault(format string, args ...any) *Fault {
	return &Fault{Reason: fmt.Sprintf(format, args...), Stderr: p.errors.String()}
}

// end closes the input of the program, and kills it if it does not end by itself.
func (p *process) end() {
	_ = p.stdin.Close()
	timeout := time.AfterFunc(endTimeout, p.kill)
	defer timeout.Stop()
	<-p.ended
	p.kill()
}

// lineWriter sends the lines that are written to it. While nobody has taken a line, it drops further ones. Empty lines
// do not count.
type lineWriter struct {
	line  []byte
	lines chan string
}

func (w *lineWriter) Write(text []byte) (int, error) {
	for _, c := range text {
		switch {
		case c == '\n':
			if line := strings.TrimSpace(string(w.line)); line != "" {
				select {
				case w.lines <- line:
				default:
				}
			}
			w.line = w.line[:0]
		case len(w.line) < maxLine:
			w.line = append(w.line, c)
		}
	}
	return len(text), nil
}

// tailWriter keeps the end of what is written to it.
type tailWriter struct {
	mu  sync.Mutex
	end []byte
}

func (w *tailWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end = append(w.end, text...)
	w.end = w.end[max(0, len(w.end)-maxErrors):]
	return len(text), nil
}

func (w *tailWriter) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(w.end), "?"))
}

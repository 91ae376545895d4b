//go:build js && wasm

// Command local plays rooms in the page, without a hub. It is compiled to WebAssembly, and runs in
// a Web Worker, whose messages are those of package internal/local (server.go), as JSON.
package main

import (
	"encoding/json"
	"syscall/js"

	"github.com/quatre/quatre/internal/local"
	"github.com/quatre/quatre/internal/room/mailbox"
)

func main() {
	worker := js.Global()
	server := local.NewServer(func(m local.ToPage) {
		text, _ := json.Marshal(m) // cannot fail: texts and JSON
		worker.Call("postMessage", string(text))
	})
	// A callback must not wait, because the event loop of the worker waits for it.
	messages := mailbox.New(func(task func()) { go task() }, nil, server.Handle)
	worker.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		messages.Send([]byte(args[0].Get("data").String()))
		return nil
	}))
	worker.Call("postMessage", `{"t":"ready"}`)
	select {}
}

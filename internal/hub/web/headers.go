package web

import "net/http"

// ContentPolicy lets the page load its own files and connect to its own hub, and nothing
// else. It forbids code and styles from other sites and inside a document, but for those that
// document.policy adds by their hashes. 'wasm-unsafe-eval' allows
// WebAssembly, with which the page plays without a hub, and no other code that a program makes.
// "ws:" and "wss:" are for browsers in which 'self' does not cover a websocket to the same host.
const ContentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data:; connect-src 'self' ws: wss:; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// PermissionsPolicy switches off what the page does not use, so that injected code cannot
// use it either.
const PermissionsPolicy = "accelerometer=(), camera=(), display-capture=(), " +
	"geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
	"midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()"

// transportSecurity makes a browser that has used TLS refuse anything else for half a year.
const transportSecurity = "max-age=15552000"

// setHeaders sets the headers of every answer.
func setHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		if dest := r.Header.Get("Sec-Fetch-Dest"); dest != "script" && dest != "style" {
			setDocumentHeaders(head)
		}
		next.ServeHTTP(w, r)
	})
}

// setDocumentHeaders sets the headers that matter for what a browser shows or runs by itself. A document loads
// a dozen scripts and styles: without a proxy that compresses headers, these would be nearly a tenth of what it loads.
func setDocumentHeaders(head http.Header) {
	head.Set("Content-Security-Policy", ContentPolicy)
	head.Set("Permissions-Policy", PermissionsPolicy)
	head.Set("X-Frame-Options", "DENY")        // for old browsers, which ignore frame-ancestors
	head.Set("Referrer-Policy", "no-referrer") // other sites must not get the link of a room
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
}

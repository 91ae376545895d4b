package hub

import "net/http"

// policy lets the page load its own files and talk to its own hub, and nothing
// else do anything: no code or style within a document, none from elsewhere. "ws:"
// and "wss:" are for browsers that do not count a websocket to the same host as
// 'self'.
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// powers are what the page does without, so that nobody has them who gets code
// into it.
const powers = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
	"midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()"

// transportSecurity has browsers that have come over TLS keep to it, for half a
// year.
const transportSecurity = "max-age=15552000"

// secure sets the headers that every answer has.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("Permissions-Policy", powers)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("X-Frame-Options", "DENY")        // as frame-ancestors, for browsers that do not know it
		head.Set("Referrer-Policy", "no-referrer") // a room's link is an invitation
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

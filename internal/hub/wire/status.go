package wire

// The status of an HTTP answer, as in net/http. The module that plays in the page contains this
// package, and would be twice as large with net/http.
const (
	statusBadRequest            = 400
	statusUnauthorized          = 401
	statusForbidden             = 403
	statusNotFound              = 404
	statusConflict              = 409
	statusRequestEntityTooLarge = 413
	statusUnprocessableEntity   = 422
	statusUpgradeRequired       = 426
	statusTooManyRequests       = 429
	statusInternalServerError   = 500
	statusServiceUnavailable    = 503
)

// Package ledger keeps rooms in a database.
package ledger

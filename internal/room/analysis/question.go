package analysis

import (
	"crypto/sha256"
	"encoding/hex"
)

// Question asks for the value of a position. Positions that differ only by a symmetry of the
// board share one question: see Study.
type Question struct {
	Variant  string `json:"variant"`
	Position string `json:"position"` // in the text form of the game
}

// QuestionKey identifies a question: 128 bits of the SHA-256 of its variant and position, in
// hexadecimal.
type QuestionKey string

const questionKeyBytes = 16

// Key returns the key of the question.
func (q Question) Key() QuestionKey {
	sum := sha256.Sum256([]byte(q.Variant + "\n" + q.Position))
	return QuestionKey(hex.EncodeToString(sum[:questionKeyBytes]))
}

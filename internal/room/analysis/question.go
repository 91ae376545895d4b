package analysis

import (
	"crypto/sha256"
	"encoding/hex"
)

// Question asks what a position is worth. Equal questions have one answer:
// whoever asks has replaced the position by the one that stands for it and its
// mirror images (see Study).
type Question struct {
	Variant  string `json:"variant"`
	Position string `json:"position"` // in the game's text form
}

// QuestionKey names a question: 128 bits of the SHA-256 of its text, in
// hexadecimal.
type QuestionKey string

const questionKeyBytes = 16

// Key returns the question's name.
func (q Question) Key() QuestionKey {
	sum := sha256.Sum256([]byte(q.Variant + "\n" + q.Position))
	return QuestionKey(hex.EncodeToString(sum[:questionKeyBytes]))
}

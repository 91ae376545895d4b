package main

import (
	"fmt"
	"regexp"
)

// phrase is a turn of phrase that has a plainer form.
type phrase struct {
	pattern *regexp.Regexp
	plain   string // what to write instead
	docs    bool   // banned in documents only; a comment may be a noun phrase
}

// banned is a short list. Reviewers look for all other unclear phrases.
var banned = []phrase{
	anywhere(`for (?:which [a-z]+ (?:is|are|was|were|has|have)|whom)`, `name the noun again, or start a new sentence`),
	anywhere(`(?:of|to|by|from) whom`, `write "whose", or name the person in a new sentence`),
	anywhere(`anew`, `write "again"`),
	anywhere(`beside what`, `write "in addition to"`),
	anywhere(`what is more`, `write "also", or name the thing`),
	anywhere(`in turn`, `write "one after the other"`),
	anywhere(`so many`, `write the number, or "that many"`),
	anywhere(`no \w+ to be had`, `write "there is no ..."`),
	anywhere(`it is (?:%[dsv]|\d+) or more`, `write "must be at least ..."`),
	anywhere(`whoever`, `name the actor: "the player who ..."`),
	anywhere(`none the less|nonetheless`, `write "still"`),
	anywhere(`lest`, `write "so that ... not"`),
	anywhere(`needs must`, `write "must"`),
	anywhere(`is no (?:place|business|matter|part) (?:for|of)`, `write "is not ...", "does not belong ..."`),
	anywhere(`know[s]? nothing of`, `write "does not know"`),
	anywhere(`has its doubts|to its word|bears witness`, `say what the program does`),
	atStart(`Who [^?]*[^?]$`, `start with the actor: "A player who ..."`),
	atStart(`What [^?]*[^?:]$`, `start with the thing itself, not with "What ..."`),
}

// anywhere bans words at any place in a sentence. Case does not matter.
func anywhere(words, plain string) phrase {
	return phrase{pattern: regexp.MustCompile(`(?i)\b(?:` + words + `)\b`), plain: plain}
}

// atStart bans sentences that begin with form. It applies to documents only.
func atStart(form, plain string) phrase {
	return phrase{pattern: regexp.MustCompile(`^[-*_ ]*` + form), plain: plain, docs: true}
}

// bannedIn returns a finding for each banned phrase of a sentence.
func bannedIn(s sentence, isDoc bool) []finding {
	text := s.text()
	var found []finding
	for _, b := range banned {
		if b.docs && !isDoc {
			continue
		}
		for _, place := range b.pattern.FindAllStringIndex(text, -1) {
			words := text[place[0]:place[1]]
			if len(words) > 30 {
				words = words[:30] + "..."
			}
			found = append(found, finding{s.wordAt(place[0]).line, fmt.Sprintf("%q: %s", words, b.plain)})
		}
	}
	return found
}

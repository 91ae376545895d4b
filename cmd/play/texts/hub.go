package texts

import (
	"regexp"
	"strings"
	"sync"
)

// hubTexts translates the sentences of hubs and rules, which are English, if this program may show
// them. The English must be the same as in packages rules, custom, room and internal/hub/wire. A test
// compares them.
var hubTexts = []Text{
	// rules
	{"The game is over.", "La partie est finie."},
	{"%s is not a known game; a variant begins with %s.", "%s n’est pas un jeu connu\u00a0; une variante commence par %s."},
	{
		"%s is not a Connect Four board; write connect4:COLSxROWS:ALIGN with %d to %d columns, %d to %d rows and %d to %d discs to align, such as connect4:7x6:4.",
		"%s n’est pas un plateau de Puissance 4\u00a0; écrivez connect4:COLONNESxLIGNES:ALIGNER avec %d à %d colonnes, %d à %d lignes et %d à %d jetons à aligner, par exemple connect4:7x6:4.",
	},
	{
		"%d discs in a row do not fit on %d columns and %d rows; one side must be at least as long.",
		"On ne peut pas aligner %d jetons sur %d colonnes et %d lignes\u00a0; un côté doit être au moins aussi long.",
	},
	{"%s is not a column of this board: the columns are %s.", "%s n’est pas une colonne de ce plateau\u00a0: les colonnes sont %s."},
	{"1 to 9 and a to %s", "1 à 9 et a à %s"}, // columns
	{"1 to 9 and a", "1 à 9 et a"},
	{"1 to %s", "1 à %s"},
	{"Column %s is full.", "La colonne %s est pleine."},
	{"%s is not a variant of tic-tac-toe; the only one is tictactoe.", "%s n’est pas une variante du morpion\u00a0; la seule est tictactoe."},
	{
		"%s is not a cell; write the column, a to c from the left, and the row, 1 to 3 from the bottom, such as b2.",
		"%s n’est pas une case\u00a0; écrivez la colonne, de a à c à partir de la gauche, et la ligne, de 1 à 3 à partir du bas, par exemple b2.",
	},
	{"Cell %s is taken.", "La case %s est prise."},
	{"%s is not a variant of Force 3; the variants are %s.", "%s n’est pas une variante de Force 3\u00a0; les variantes sont %s."},
	{
		"%s is not a turn; write P5 to place on cell 5, M3-6 to move a disc from 3 to 6, S2 to slide one tile or %s to slide two.",
		"%s n’est pas un tour\u00a0; écrivez P5 pour poser en 5, M3-6 pour aller de 3 en 6, S2 pour faire glisser une tuile ou %s pour deux.",
	},
	{"The first turn must place a disc on a corner: 1, 3, 7 or 9.", "Le premier tour doit poser un jeton dans un coin\u00a0: 1, 3, 7 ou 9."},
	{"All six discs must be placed before a disc moves or a tile slides.", "Les six jetons doivent être posés avant tout déplacement et toute glissade."},
	{"All your discs are on the board.", "Tous vos jetons sont sur le plateau."},
	{"Cell %s is the hole; a disc needs a tile.", "La case %s est le trou\u00a0; un jeton a besoin d’une tuile."},
	{"Cell %s carries a disc.", "La case %s porte un jeton."},
	{"You have no disc on cell %s.", "Vous n’avez pas de jeton en %s."},
	{
		"A disc moves one step in this variant; cell %s is further away from cell %s.",
		"Dans cette variante, un jeton avance d’une seule case\u00a0; la case %s est trop loin de la case %s.",
	},
	{
		"A disc moves one step along a row or column; cell %s is not one step from cell %s.",
		"Un jeton avance d’une case, en ligne ou en colonne\u00a0; la case %s n’est pas à côté de la case %s.",
	},
	{"Cell %s is the hole; name the tile that slides into it.", "La case %s est le trou\u00a0; nommez la tuile qui y glisse."},
	{
		"The tile on cell %s is not in a row or column with the hole on cell %s.",
		"La tuile de la case %s n’est ni sur la ligne ni sur la colonne du trou, en %s.",
	},
	{"The tile on cell %s is next to the hole and slides alone; write S%[1]s.", "La tuile de la case %s touche le trou et glisse seule\u00a0; écrivez S%[1]s."},
	{
		"The tile on cell %s is two cells from the hole and pushes another; write S%[1]s+.",
		"La tuile de la case %s est à deux cases du trou et en pousse une autre\u00a0; écrivez S%[1]s+.",
	},
	{
		"The hole may not go straight back to cell %s, from where your opponent has just slid it.",
		"Le trou ne peut pas revenir aussitôt en %s, d’où votre adversaire vient de le faire partir.",
	},
	{
		"The second slide may not undo the first; name another tile next to cell %s.",
		"La seconde glissade ne peut pas annuler la première\u00a0; nommez une autre tuile à côté de la case %s.",
	},
	{"The tile on cell %s is not next to the hole on cell %s.", "La tuile de la case %s ne touche pas le trou, en %s."},
	{
		"The tile on cell %s carries your opponent's disc and may not be slid.",
		"La tuile de la case %s porte un jeton de votre adversaire et ne peut pas glisser.",
	},
	{"This would be the exact reverse of your opponent's turn.", "Ce serait l’exact inverse du tour de votre adversaire."},
	{
		"The tile next to the hole carries your opponent's disc and may not be slid.",
		"La tuile voisine du trou porte un jeton de votre adversaire et ne peut pas glisser.",
	},

	// rooms
	{"A command needs an id of 1 to 64 bytes, in JSON too.", "Une commande demande un identifiant de 1 à 64 octets, en JSON aussi."},
	{"You have used this id for another command.", "Cet identifiant a déjà servi à une autre commande."},
	{"A nickname has at most 24 characters, all of them visible.", "Un pseudo a 24 caractères au plus, tous visibles."},
	{
		"That nickname could be mistaken for an AI or for the people who run this service.",
		"Ce pseudo pourrait passer pour celui d’une IA ou des responsables de ce serveur.",
	},
	{
		"Colours are red, yellow, blue, green, violet and white. The players need different ones.",
		"Les couleurs sont red (rouge), yellow (jaune), blue (bleu), green (vert), violet et white (blanc). Il en faut une différente pour chaque joueur.",
	},
	{"There is no AI of that level.", "Aucune IA n’a ce niveau."},
	{"The AI plays your turns: take them back first.", "L’IA joue à votre place\u00a0: reprenez d’abord la main."},
	{"You play this seat yourself already.", "Vous jouez déjà vous-même à cette place."},
	{
		"The starter is me, other, random, loser or alternate.",
		"Le premier joueur se note me (moi), other (l’autre), random (au hasard), loser (le perdant) ou alternate (chacun son tour).",
	},
	{
		"A clock has 5 seconds to 24 hours a move, or 10 seconds to 3 hours plus up to 3 minutes a move. AI against AI has none.",
		"Une pendule donne de 5 secondes à 24 heures par coup, ou de 10 secondes à 3 heures avec au plus 3 minutes par coup. IA contre IA se joue sans pendule.",
	},
	{"Advice is for people who play.", "Les conseils sont pour les personnes qui jouent."},
	{"The pace is for AI against AI, and at most 10 seconds.", "Le rythme ne concerne qu’IA contre IA, et ne dépasse pas 10 secondes."},
	{"That is not your seat.", "Ce n’est pas votre place."},
	{"This room does not exist, or no longer exists.", "Cette partie n’existe pas, ou n’existe plus."},
	{"Only the two players can do that: you are watching.", "Seuls les deux joueurs peuvent faire cela\u00a0: vous regardez."},
	{"It is the other player's turn.", "C’est à l’autre joueur de jouer."},
	{"The position has changed in the meantime.", "La position a changé entre-temps."},
	{"You have seen more than the room holds: reload it.", "La partie est plus courte que ce que vous en avez vu\u00a0: rechargez-la."},
	{"Both seats are taken: you can watch.", "Les deux places sont prises\u00a0: vous pouvez regarder."},
	{"You have a seat in this room already.", "Vous avez déjà une place dans cette partie."},
	{"You have asked for another game already.", "Vous avez déjà proposé une autre partie."},
	{"Only the player who opened this room can do that.", "Seule la personne qui a ouvert cette partie peut faire cela."},
	{"The game starts when somebody takes the second seat.", "La partie commence quand quelqu’un prend la deuxième place."},
	{"The game is not over yet.", "La partie n’est pas encore finie."},
	{"The time is up.", "Le temps est écoulé."},
	{"There is no such offer any more.", "Cette proposition n’est plus valable."},
	{
		"There is an offer already, or you have made this one in this position before.",
		"Il y a déjà une proposition, ou vous avez déjà fait celle-ci dans cette position.",
	},
	{"The AI plays on.", "L’IA continue la partie."},
	{"You have no move to take back.", "Vous n’avez pas de coup à reprendre."},
	{"The clock does not allow that.", "La pendule ne le permet pas."},
	{"You have done that too often in this game.", "Vous avez fait cela trop souvent dans cette partie."},
	{
		"The other player is here, or has not been away long enough.",
		"L’autre joueur est là, ou n’est pas absent depuis assez longtemps.",
	},
	{"There is no such emote.", "Cette réaction n’existe pas."},
	{"Too many emotes. Wait a moment.", "Trop de réactions. Patientez un instant."},
	{
		"This game was played elsewhere: open a new room to play.",
		"Cette partie a été jouée ailleurs\u00a0: ouvrez-en une nouvelle pour jouer.",
	},
	{"This room is closed.", "Cette partie est fermée."},
	{"This room is full: open a new one.", "Cette partie a atteint sa limite\u00a0: ouvrez-en une nouvelle."},
	{"The room is busy. Try again.", "La partie est occupée. Réessayez."},

	// custom levels
	{
		"A custom level is written custom:depth=4,open3=100: settings with commas between them.",
		"Un niveau personnel s’écrit custom:depth=4,open3=100\u00a0: des réglages séparés par des virgules.",
	},
	{"The text of a custom level has at most %d bytes.", "Le texte d’un niveau personnel a %d octets au plus."},
	{"A custom level has %s only once.", "Le réglage %s ne figure qu’une fois dans un niveau personnel."},
	{
		"A custom level has no setting %q. The settings are %s.",
		"Un niveau personnel n’a pas de réglage %q. Les réglages sont %s.",
	},
	{
		"The name of a custom level has 1 to %d letters, digits, single spaces, and signs of - _ . ' in it.",
		"Le nom d’un niveau personnel a de 1 à %d lettres, chiffres, espaces simples et signes parmi - _ . '.",
	},
	{"A custom level needs %s=%d to %s=%d.", "Un niveau personnel demande un réglage de %s=%d à %s=%d."},
	{
		"The setting %s is a whole number from %d to %d, not %q.",
		"Le réglage %s est un nombre entier de %d à %d, et non %q.",
	},

	// hubs
	{"The request is not what docs/openapi.yaml describes.", "La demande ne correspond pas à docs/openapi.yaml."},
	{
		"This connection only watches. Open one without watch=1 to play.",
		"Cette connexion regarde seulement. Ouvrez-en une sans watch=1 pour jouer.",
	},
	{
		"A secret has 22 to 128 characters, after \"Authorization: Bearer\".",
		"Un secret a de 22 à 128 caractères, après «\u00a0Authorization\u00a0: Bearer\u00a0».",
	},
	{"There is no such room, or no longer.", "Cette partie n’existe pas, ou n’existe plus."},
	{
		"The AI's thoughts in this game are shown when it is over.",
		"On peut voir ce que pensait l’IA une fois la partie finie.",
	},
	{
		"Only the players see this room: its owner has shut spectators out.",
		"Seuls les joueurs voient cette partie\u00a0: la personne qui l’a ouverte n’admet pas de spectateurs.",
	},
	{"There is no such finished game.", "Cette partie finie n’existe pas."},
	{
		"That is more analysis than one player may ask for at a time. Try again in a moment.",
		"Un joueur ne peut pas demander autant d’analyses à la fois. Réessayez dans un instant.",
	},
	{"No AI worker is free to analyse it. Try again in a moment.", "Aucune IA n’est libre pour l’analyser. Réessayez dans un instant."},
	{"Too many positions wait to be analysed. Try again in a moment.", "Trop de positions attendent leur analyse. Réessayez dans un instant."},
	{"Too many requests. Try again shortly.", "Trop de demandes. Réessayez dans un instant."},
	{
		"Too many connections are open from you or your network. Close some.",
		"Trop de connexions sont ouvertes par vous ou votre réseau. Fermez-en quelques-unes.",
	},
	{"You have too many rooms open. Close some.", "Vous avez trop de parties ouvertes. Fermez-en quelques-unes."},
	{"This hub is full. Try again later.", "Ce serveur est plein. Réessayez plus tard."},
	{
		"Your network has stored as much as it may for now. Games in progress go on. Try again later.",
		"Votre réseau a atteint sa limite de stockage pour le moment. Les parties en cours continuent. Réessayez plus tard.",
	},
	{
		"The store is almost full. Games in progress go on. Try again later.",
		"Le serveur n’a presque plus de place. Les parties en cours continuent. Réessayez plus tard.",
	},
	{"The request is larger than docs/openapi.yaml allows.", "La demande est plus longue que docs/openapi.yaml ne le permet."},
	{"The store does not answer. Nothing is lost: try again.", "Le stockage ne répond pas. Rien n’est perdu\u00a0: réessayez."},
	{
		"This hub is too old for the room. Another one may serve it: try again.",
		"Ce serveur est trop ancien pour la partie. Un autre peut l’ouvrir\u00a0: réessayez.",
	},
	{
		"The clock of this hub's machine is wrong. Another hub may serve you: try again.",
		"L’horloge de ce serveur est fausse. Un autre serveur peut vous répondre\u00a0: réessayez.",
	},
	{"Internal error; it has been logged.", "Erreur interne\u00a0; elle est dans le journal du serveur."},
}

// Translate returns a sentence of a hub, the rules, package flag or the system in language l. It
// returns a sentence that it does not know, such as one of a newer hub, unchanged.
func (l Lang) Translate(sentence string) string {
	if l == English {
		return sentence
	}
	for _, f := range foreign() {
		if found := f.pattern.FindStringSubmatch(sentence); found != nil {
			args := make([]any, len(found)-1)
			for i, arg := range found[1:] {
				args[i] = l.Translate(arg) // an error may contain another error
			}
			return l.Say(f.text, args...)
		}
	}
	return sentence
}

// foreignText is a text that a library or a hub writes in English.
type foreignText struct {
	pattern *regexp.Regexp // of the English; its groups are the placeholders
	text    Text           // with %s for every placeholder
}

// formatVerb matches a placeholder of package fmt; its group is the number of the argument.
var formatVerb = regexp.MustCompile(`%(?:\[(\d+)\])?[a-z]`)

// foreign compiles the table at the first use: most games see no refusal.
var foreign = sync.OnceValue(func() (all []foreignText) {
	for _, list := range [][]Text{hubTexts, flagTexts, systemTexts} {
		for _, t := range list {
			all = append(all, foreignText{sentencePattern(t[English]), stringsOnly(t)})
		}
	}
	return all
})

// sentencePattern returns a pattern that matches what an English format writes. A repeated
// argument is captured at its first place only.
func sentencePattern(format string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	end := 0
	for _, at := range formatVerb.FindAllStringSubmatchIndex(format, -1) {
		b.WriteString(regexp.QuoteMeta(format[end:at[0]]))
		if repeated := at[2] >= 0; repeated {
			b.WriteString("(?:.+)")
		} else {
			b.WriteString("(.+)")
		}
		end = at[1]
	}
	return regexp.MustCompile(b.String() + regexp.QuoteMeta(format[end:]) + "$")
}

// stringsOnly returns t with %s for every placeholder.
func stringsOnly(t Text) Text {
	for l := range t {
		t[l] = formatVerb.ReplaceAllStringFunc(t[l], func(v string) string { return v[:len(v)-1] + "s" })
	}
	return t
}

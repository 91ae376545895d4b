package admin

import (
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// The texts of the page that differ in French. They have a narrow no-break space before : ; ? and !, as on the players' page.
var (
	refreshesText  = names.Text{"refreshes every %d s: stop", "actualisée toutes les %d s\u202f: arrêter"}
	refreshText    = names.Text{"refresh every %d s", "actualiser toutes les %d s"}
	previousText   = names.Text{"previous page", "page précédente"}
	nextText       = names.Text{"next page", "page suivante"}
	metricsText    = names.Text{"metrics", "mesures"}
	exportText     = names.Text{"export", "exporter"}
	backupText     = names.Text{"backup", "sauvegarder"}
	storeAwayTitle = names.Text{"Store away", "Stockage injoignable"}

	storeText    = names.Text{"Store", "Stockage"}
	upText       = names.Text{"up", "en marche"}
	cameBackText = names.Text{"came back just now", "de retour à l’instant"}
	awayText     = names.Text{"does not answer", "ne répond pas"}
	stuckText    = names.Text{"Stuck rooms", "Parties bloquées"}
	turnsText    = names.Text{"AI turns queued", "Tours de l’IA en attente"}
	analysesText = names.Text{"Analyses queued", "Analyses en attente"}
	socketsText  = names.Text{"Sockets here", "Connexions ici"}
	openText     = names.Text{"Rooms open here", "Parties ouvertes ici"}
	hubText      = names.Text{"This hub", "Ce serveur"}
	drainingText = names.Text{"is draining", "s’arrête"}
	upForText    = names.Text{"up for", "marche depuis"}
	overdueText  = names.Text{"No hub has swept these rooms since their deadline. Check that hubs are running, and look for these rooms in their logs.", "Aucun serveur n’a traité ces parties depuis leur échéance. Vérifiez que des serveurs tournent, et cherchez ces parties dans leurs journaux."}

	anyText        = names.Text{"any", "toutes"}
	playingText    = names.Text{"playing", "en cours"}
	waitingText    = names.Text{"waiting", "en attente"}
	playerText     = names.Text{"Player", "Joueur"}
	variantText    = names.Text{"Variant", "Variante"}
	idleForText    = names.Text{"Idle for", "Inactive depuis"}
	waitingForText = names.Text{"Waiting for AI", "Attend l’IA"}
	showText       = names.Text{"Show", "Afficher"}
	allText        = names.Text{"all", "toutes"}

	captionText  = names.Text{"Rooms of the whole service", "Parties de tout le service"}
	cutText      = names.Text{"; only the latest %d rooms of each list were read", "\u202f; seules les %d dernières parties de chaque liste ont été lues"}
	missingText  = names.Text{"; part of the store does not answer, its rooms are missing", "\u202f; une partie du stockage ne répond pas, ses parties manquent"}
	signsText    = names.Text{"● means present now, ▸ means to move.", "●\u202f: présent en ce moment, ▸\u202f: doit jouer."}
	roomText     = names.Text{"Room", "Partie"}
	gameText     = names.Text{"Game", "Jeu"}
	seatText     = names.Text{"Seat %d", "Place %d"}
	movesText    = names.Text{"Moves", "Coups"}
	sinceText    = names.Text{"Since", "Depuis"}
	idleText     = names.Text{"Idle", "Inactive"}
	watchingText = names.Text{"Watching", "Spectateurs"}
	unknownText  = names.Text{"unknown", "inconnu"}
	noneText     = names.Text{"none", "aucune"}
	damagedText  = names.Text{"damaged:", "abîmée\u202f:"}
	ordinalText  = names.Text{"no. %d", "nᵒ %d"}
	isHereText   = names.Text{"is here now", "est là en ce moment"}
	isToMoveText = names.Text{"is to move", "doit jouer"}

	aiText       = names.Text{"AI %s", "IA %s"}
	freeText     = names.Text{"(free)", "(libre)"}
	namelessText = names.Text{"player %s", "joueur %s"}
	asleepText   = names.Text{"asleep", "endormie"}
	moveText     = names.Text{"%s (move)", "%s (coup)"}
	adviceText   = names.Text{"%s (advice)", "%s (conseil)"}
)

// The answers to requests that are refused, and to actions.
var (
	badQuery      = names.Text{"query %q: %v", "requête %q\u202f: %v"}
	badParameter  = names.Text{"%s %q: must be %s", "%s %q\u202f: il faut %s"}
	noParameter   = names.Text{"there is no parameter %q; there are %s", "il n’y a pas de paramètre %q\u202f; il y a %s"}
	badPhase      = names.Text{"phase %q: must be waiting or playing", "phase %q\u202f: il faut waiting ou playing"}
	badIdle       = names.Text{"idle %q: must be a time such as 10m", "idle %q\u202f: il faut une durée comme 10m"}
	badPage       = names.Text{"page %q: must be between 1 and %d", "page %q\u202f: il faut un nombre de 1 à %d"}
	badForm       = names.Text{"%v", "formulaire illisible\u202f: %v"}
	closedText    = names.Text{"room %s is closed: entry %d\n", "la partie %s est fermée\u202f: entrée %d\n"}
	oneCopyText   = names.Text{"Another copy is in progress. Try again when it is done.", "Une autre copie est en cours. Réessayez quand elle sera finie."}
	notAFileText  = names.Text{"This store is not a file. Back up Redis, or use /export.", "Ce stockage n’est pas un fichier. Sauvegardez Redis, ou utilisez /export."}
	notFoundText  = names.Text{"%v", "il n’y a pas de telle partie (%v)"}
	storeAwayText = names.Text{"%v", "le stockage ne répond pas (%v)"}
	refusalTexts  = map[string]names.Text{
		room.ErrClosed.Code:  {room.ErrClosed.Text, "Cette partie est fermée."},
		room.ErrBusy.Code:    {room.ErrBusy.Text, "La partie est occupée. Réessayez."},
		room.ErrBadNote.Code: {room.ErrBadNote.Text, "Un motif a au plus 200 caractères, tous imprimables."},
	}
)

// languageOf returns the language that the browser prefers.
func languageOf(r *http.Request) int {
	language, _ := names.Preferred(r.Header.Get("Accept-Language"))
	return language
}

// refused is the error for a request, in both languages.
type refused names.Text

func (e refused) Error() string { return e[names.English] }

// textOf returns the text of an error. In French, what comes from a store or from the standard library stays in English.
func textOf(err error) names.Text {
	var request refused
	var refusal *room.Refusal
	switch {
	case errors.As(err, &request):
		return names.Text(request)
	case errors.Is(err, storage.ErrNotFound):
		return notFoundText.With(err)
	case storage.IsAway(err):
		return storeAwayText.With(err)
	case errors.As(err, &refusal):
		if text, ok := refusalTexts[refusal.Code]; ok {
			return text
		}
	}
	return names.Text{err.Error(), err.Error()}
}

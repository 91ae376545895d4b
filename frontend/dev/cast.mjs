// Who plays in the scenes of a room, and what has happened there.
import { FRIEND, ME, entriesOf } from './hub.mjs'

export const room = '/r/k7m2p9x4w3tq'
export const me = { id: ME, colour: 'red' }
export const ana = { id: ME, name: 'Ana', colour: 'red' }
export const zoe = { id: FRIEND, name: 'Zoé', colour: 'yellow' }
export const long = { id: FRIEND, name: 'Maximilienne de la Tour!', colour: 'green' }
export const ai = (level, colour) => ({ level, colour })

/** The moves of a game that is being played. */
export const mid = '443534412526'
/** The moves that fill the board without four in a line. */
export const FULL = '121212212121343434434343565656656565777777'
/** How a game ends with a column of discs. */
export const tower = { winner: 1, reason: 'line', cells: [3, 10, 17, 24] }
export const fast = { base: 180_000, increment: 2000 }

export const playing = (more, rest = {}) => entriesOf({ players: [ana, zoe], moves: mid, ...rest, more })

/** A scene of a room in English and in French. `fr`: what differs in French. */
export const inBothLanguages = (name, scene) => [
  { name, path: room, ...scene },
  { name: `${name}-fr`, path: room, locale: 'fr-FR', ...scene, ...scene.fr },
]

/**
 * What an embed needs of the games on a tray. It takes the place of lib/games/trays.ts, which also has what a player needs
 * (scripts/embed-page.ts).
 */
export { default as Slab } from '../lib/board/Slab.svelte'
export { default as TileNumbers } from '../lib/board/TileNumbers.svelte'
export { default as Tray } from '../lib/board/Tray.svelte'
export { trayPhraseText } from '../lib/games/traytext'
export { force3 } from '../lib/games/force3'
export { tictactoe } from '../lib/games/tictactoe'

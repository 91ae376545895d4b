/** The entry of an embed that shows a finished game, or that there is nothing to show. */
import { show } from './embed'
import ReplayBoard from './ReplayBoard.svelte'

show(({ game }) => game && [ReplayBoard, { record: game }])

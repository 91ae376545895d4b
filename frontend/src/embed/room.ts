/** The entry of an embed that shows a room. */
import { show } from './embed'
import LiveBoard from './LiveBoard.svelte'

show(({ room }) => room && [LiveBoard, { room }])

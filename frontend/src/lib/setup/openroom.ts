/** Opens a room. It repeats the request with the same ID until the hub answers, so that one tap never opens two rooms. */
import { choices } from './choices.svelte'
import { Failure, notLoaded } from '../protocol/failure'
import { online } from '../online.svelte'
import { createRoom, type RoomRequest } from '../protocol/rest'
import { newId } from '../protocol/commands'
import { roomRequest, type PlayMode } from './request'

/** The waits between tries, in milliseconds. */
const WAITS = [300, 600, 1200, 2500, 5000, 5000]

/** The modes that need nobody else. */
export const DEVICE_MODES: readonly PlayMode[] = ['ai', 'self', 'watch']

const mayPlayOnDevice = () => import('../local/download').then(({ isModuleKept }) => isModuleKept())

/** Opens a room on this device, which needs no network, and returns its ID. Throws a Failure if it cannot. */
export async function openOnDevice(mode: PlayMode, other?: Partial<RoomRequest>): Promise<string> {
  const { createOnDevice } = await import('../local/create').catch(() => {
    throw notLoaded()
  })
  return createOnDevice({ ...roomRequest(choices, mode, newId()), ...other })
}

/**
 * Opens a room with the person's choices, except for `other`, and returns its ID: at the hub or, if the mode needs nobody
 * else, on this device. It does so if there is no network, if no hub answers a device that can play without it, or if the
 * hub does not know this browser again. Calls `onwait` before each further try. Throws a Failure if the hub refuses, or
 * does not answer the last try.
 */
export async function openRoom(
  mode: PlayMode,
  onwait: () => void,
  other?: Partial<RoomRequest>,
): Promise<string> {
  const alone = DEVICE_MODES.includes(mode)
  if (!online.now && alone) return openOnDevice(mode, other)
  const request = { ...roomRequest(choices, mode, newId()), ...other }
  for (const wait of WAITS) {
    try {
      return (await createRoom(request)).room
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      const away = failure.code === 'unreachable' && alone && (await mayPlayOnDevice())
      if (away || (alone && failure.code === 'no_cookie')) return openOnDevice(mode, other)
      if (!failure.retry) throw failure
      onwait()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return (await createRoom(request)).room
}

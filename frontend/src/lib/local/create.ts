/** Opens rooms on this device. */
import { newId } from '../protocol/commands'
import type { RoomRequest } from '../protocol/rest'
import { deviceRoom } from './address'
import { forgetOldLogs, keepLog } from './kept'
import { converse, failureOf } from './module'

/** Opens a room and returns its ID. Throws a Failure if the request is refused, or if the module cannot be loaded. */
export async function createOnDevice(request: RoomRequest): Promise<string> {
  forgetOldLogs(Date.now())
  const room = deviceRoom(newId())
  const log = await new Promise<string>((resolve, reject) => {
    converse({ t: 'create', room, body: request }, (message) =>
      message.t === 'created' ? resolve(message.log!) : reject(failureOf(message)),
    ).catch(reject)
  })
  keepLog(room, log)
  return room
}

/** Rooms of this device. Their IDs begin with a word and a dash; the ID of a hub's room has no dash. */
const PREFIX = 'device-'

/** Whether a room is played on this device, without a hub. */
export const isOnDevice = (room: string): boolean => room.startsWith(PREFIX)

export const deviceRoom = (id: string): string => PREFIX + id

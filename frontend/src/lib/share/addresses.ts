/** The addresses under which a finished game is shown to others. `room`: its public name. */
import type { Speed } from '../history/autoplay'

/** The speeds of the moving picture, as multiples of the normal one. */
export const PICTURE_SPEEDS = ['0.5', '1', '2'] as const satisfies readonly Speed[]

export type PictureSpeed = (typeof PICTURE_SPEEDS)[number]

export const replayPath = (room: string, number: number): string => `/games/${room}/${number}`

/** How long the moving picture shows a position at normal speed, in milliseconds. */
const PAUSE = 700

/** What a picture looks like. */
export interface PictureLook {
  theme: 'light' | 'dark'
  lang: 'en' | 'fr'
}

/** The game as a moving picture. */
export const gifPath = (room: string, number: number, speed: PictureSpeed, { theme, lang }: PictureLook) =>
  `/g/${room}/${number}.gif?pause=${PAUSE / Number(speed)}&theme=${theme}&lang=${lang}`

/** The end of the game as a picture. */
export const pngPath = (room: string, number: number, { theme, lang }: PictureLook) =>
  `/g/${room}/${number}.png?theme=${theme}&lang=${lang}`

/** The size of an embed in CSS pixels: that of oEmbed (internal/hub/web/oembed.go). */
const EMBED = { width: 400, height: 470 }

/** The code that shows the game in a page of another site. `path` must be absolute, and `title` names the frame. */
export function embedCode(url: string, title: string): string {
  const quoted = (text: string) =>
    `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
  return (
    `<iframe src=${quoted(url)} width="${EMBED.width}" height="${EMBED.height}" title=${quoted(title)} ` +
    `loading="lazy" style="border:0"></iframe>`
  )
}

export const embedPath = (room: string, number: number): string => `/embed/g/${room}/${number}`

/** The size of an embed in CSS pixels: that of oEmbed (internal/hub/web/oembed.go). */
const EMBED = { width: 400, height: 470 }

/** The code that shows a game in a page of another site. `url` must be absolute, and `title` names the frame. */
export function embedCode(url: string, title: string): string {
  const quoted = (text: string) =>
    `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
  return (
    `<iframe src=${quoted(url)} width="${EMBED.width}" height="${EMBED.height}" title=${quoted(title)} ` +
    `loading="lazy" style="border:0"></iframe>`
  )
}

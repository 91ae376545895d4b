/** A drawing of the page as a picture for paper: in the light colours, on white, with its caption. */
import { linesOf } from './report'

/** What decides how an element of a drawing looks: what it has from its parent, and what it has alone, with its default. */
const INHERITED = [
  ...[
    'fill',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linejoin',
    'stroke-linecap',
    'paint-order',
  ],
  ...[
    'fill-opacity',
    'stroke-opacity',
    'visibility',
    'text-anchor',
    'font-family',
    'font-size',
    'font-weight',
  ],
]
const ALONE = {
  opacity: '1',
  transform: 'none',
  'clip-path': 'none',
  'text-decoration-line': 'none',
  'stop-color': 'rgb(0, 0, 0)',
}
const LINE = 17
const FONT = 12
/** The mean width of a letter of the caption. */
const LETTER = 6.4
const MARGIN = 10
/** between the drawing and its caption */
const GAP = 6

export interface Picture {
  svg: string
  width: number
  height: number
}

/** A style as all programs that draw SVG read it. */
const plain = (value: string): string =>
  value === 'rgba(0, 0, 0, 0)'
    ? 'none'
    : value
        .replace(/url\("?[^#]*#([^")]*)"?\)/g, 'url(#$1)')
        .replace(/color\(srgb ([^)]*)\)/g, (_, parts: string) => {
          const [r, g, b, alpha] = parts.split(/[ /]+/).map(Number)
          const byte = (part = 0) => Math.round(255 * part)
          return `rgba(${byte(r)}, ${byte(g)}, ${byte(b)}, ${alpha ?? 1})`
        })

/** Writes into a copy how each element looks. `above`: how its parent looks. */
function freeze(drawn: Element, copy: Element, above: CSSStyleDeclaration | null = null): void {
  const looks = getComputedStyle(drawn)
  if (looks.display === 'none') return copy.remove()
  for (const { name } of [...copy.attributes])
    if (/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) copy.removeAttribute(name)
  for (const name of INHERITED) {
    const value = looks.getPropertyValue(name)
    if (value !== above?.getPropertyValue(name) || copy.hasAttribute(name))
      copy.setAttribute(name, plain(value))
  }
  for (const [name, usual] of Object.entries(ALONE)) {
    const value = looks.getPropertyValue(name)
    if (value !== usual && !(name === 'transform' && copy.hasAttribute(name)))
      copy.setAttribute(name.replace('-line', ''), plain(value))
  }
  const children = [...copy.children]
  for (const [i, child] of [...drawn.children].entries()) freeze(child, children[i]!, looks)
}

/** Adds to a copy what it refers to elsewhere in the page, such as the gradients of the discs. */
function addReferences(copy: SVGSVGElement): void {
  const defs = copy.insertBefore(document.createElementNS(copy.namespaceURI!, 'defs'), copy.firstChild)
  for (const [, id] of copy.outerHTML.matchAll(/(?:url\(|href=")#([\w-]+)/g)) {
    const found = document.getElementById(id!)
    if (!found || copy.querySelector(`[id="${id}"]`)) continue
    const own = found.cloneNode(true) as Element
    freeze(found, own)
    defs.append(own)
  }
}

export function pictureOf(drawn: SVGSVGElement, caption: string): Picture {
  const root = document.documentElement
  const theme = root.getAttribute('data-theme')
  root.setAttribute('data-theme', 'light')
  const copy = drawn.cloneNode(true) as SVGSVGElement
  try {
    freeze(drawn, copy)
    addReferences(copy)
  } finally {
    if (theme === null) root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
  }
  const box = drawn.viewBox.baseVal
  const [w, h] = box?.width ? [box.width, box.height] : [drawn.clientWidth, drawn.clientHeight]
  const [left, top] = box?.width ? [box.x, box.y] : [0, 0]
  const width = Math.max(w, 420) + 2 * MARGIN
  const lines = linesOf(caption, Math.floor((width - 2 * MARGIN) / LETTER))
  const height = h + 2 * MARGIN + GAP + lines.length * LINE
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('viewBox', `${left - (width - w) / 2} ${top - MARGIN} ${width} ${height}`)
  const element = (name: string, attributes: Record<string, string | number>, text = '') => {
    const made = document.createElementNS(copy.namespaceURI!, name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
    made.textContent = text
    return made
  }
  const x = left - (width - w) / 2
  copy.insertBefore(element('rect', { x, y: top - MARGIN, width, height, fill: '#fff' }), copy.firstChild)
  for (const [i, line] of lines.entries())
    copy.append(
      element(
        'text',
        {
          x: x + MARGIN,
          y: top + h + GAP + (i + 1) * LINE,
          fill: '#222',
          stroke: 'none',
          'font-size': FONT,
          'font-weight': 400,
          'text-anchor': 'start',
          'font-family': 'sans-serif',
        },
        line,
      ),
    )
  return { svg: new XMLSerializer().serializeToString(copy), width, height }
}

/** The most pixels of a picture in width or height, and in all: those of a browser on a phone. */
const [MOST_LENGTH, MOST_PIXELS] = [8000, 16_000_000]

/** The picture in three pixels for each of the drawing, or fewer if it is large. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const scale = Math.min(3, MOST_LENGTH / Math.max(width, height), Math.sqrt(MOST_PIXELS / width / height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
  )
}

import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import Plate from './Plate.svelte'

/** The texts on the front of a plate. */
const texts = (columns: number) =>
  [
    ...render(Plate, { props: { id: 'p', columns, rows: 6, layer: 'front' } }).body.matchAll(
      />([^<]+)<\/text>/g,
    ),
  ].map(([, text]) => text)

describe('the plate', () => {
  it('numbers its columns from 1', () => {
    expect(texts(7)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })
  it('shows the key of a column beyond the ninth as well', () => {
    expect(texts(15).slice(8)).toEqual(['9', '10 a', '11 b', '12 c', '13 d', '14 e', '15 f'])
  })
})

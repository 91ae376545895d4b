import { expect, it } from 'vitest'
import { embedCode } from './embed'

it('quotes what a name could break in the code of an embed', () => {
  expect(embedCode('https://quatre.example/embed/g/a/1', 'A "<b>" & C')).toBe(
    '<iframe src="https://quatre.example/embed/g/a/1" width="400" height="470" ' +
      'title="A &quot;&lt;b>&quot; &amp; C" loading="lazy" style="border:0"></iframe>',
  )
})

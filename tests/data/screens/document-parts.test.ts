import { expect, test } from 'vitest'
import { documentPart, withPart } from '../../../data/screens/document-parts.ts'

const DOCUMENT = `<div id="root">${documentPart('screen', `<main>${documentPart('results', '<section>old</section>')}</main>`)}</div>`

test('a part is replaced, and can be replaced again', () => {
  const once = withPart(DOCUMENT, 'results', '<section>new</section>')!
  expect(once).toBe(DOCUMENT.replace('old', 'new'))
  expect(withPart(once, 'results', '<section>old</section>')).toBe(DOCUMENT)
})

test('a part that contains another is replaced with it', () => {
  expect(withPart(DOCUMENT, 'screen', '')).toBe(`<div id="root">${documentPart('screen', '')}</div>`)
})

test('HTML is inserted as it is, whatever it contains', () => {
  const html = `<p>$& $1 $' \\ </section> <!-- comment --></p>`
  expect(withPart(DOCUMENT, 'results', html)).toBe(DOCUMENT.replace('<section>old</section>', () => html))
})

test.each([
  ['without the part', '<div id="root"></div>'],
  ['with the part twice', DOCUMENT + DOCUMENT],
  ['without the end of the part', DOCUMENT.replace('<!--/results-->', '')],
  ['without the start of the part', DOCUMENT.replace('<!--results-->', '')],
  ['with the end before the start', '<!--/results--><!--results-->'],
])('a document %s is refused', (_what, document) =>
  expect(withPart(document, 'results', 'new')).toBeUndefined(),
)

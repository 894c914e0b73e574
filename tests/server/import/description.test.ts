import { describe, expect, test } from 'vitest'
import {
  DESCRIPTION_MAX_LENGTH,
  descriptionOf,
  sentencesOfDescription,
} from '../../../server/import/description.ts'

const json = (fields: object) => JSON.stringify(fields)
const LIMIT = 'members only: Yes'

describe('a description in JSON', () => {
  test('has the sentences of its overview and its features', () => {
    const features = ['No dogs before 9am', 3]
    expect(
      sentencesOfDescription(json({ overview: ' Dogs are prohibited. Nice.', city: 'Perth', features })),
    ).toEqual(['Dogs are prohibited', 'Nice', 'No dogs before 9am'])
    expect(sentencesOfDescription('{Dogs} are prohibited.')).toEqual(['{Dogs} are prohibited'])
  })

  test('is not changed if there is nothing to add', () => {
    const text = '{ "overview": "A park" }'
    expect(descriptionOf([text], [], null)).toBe(text)
  })

  test('gets in its overview what the row says besides', () => {
    const description = descriptionOf(
      ['Near the lake', json({ overview: 'A park!', city: 'Perth' })],
      [LIMIT],
      'Website: https://park.example/',
    )
    expect(JSON.parse(description!)).toEqual({
      overview: 'A park! Near the lake. Members only: Yes. Website: https://park.example/',
      city: 'Perth',
    })
  })

  test.each([['x'.repeat(4_970)], ['"'.repeat(2_480)], [`${'x'.repeat(4_969)}.`]])(
    'is shortened rather than losing a limit (%#)',
    (overview) => {
      const description = descriptionOf([json({ overview })], [LIMIT])!
      expect(description.length).toBeLessThanOrEqual(DESCRIPTION_MAX_LENGTH)
      expect(JSON.parse(description).overview).toMatch(/^["x]+\. Members only: Yes\.$/)
    },
  )

  test('becomes plain text rather than losing a limit if it has no room for it', () => {
    expect(
      descriptionOf(
        [json({ overview: 'A park', images: ['x'.repeat(4_900)], city: 'x'.repeat(60) })],
        [LIMIT],
      ),
    ).toBe('A park. Members only: Yes.')
  })
})

test('a plain description is shortened rather than losing a limit', () => {
  for (const text of ['x'.repeat(DESCRIPTION_MAX_LENGTH), `${'x'.repeat(DESCRIPTION_MAX_LENGTH - 1)}🐕`]) {
    const description = descriptionOf([text], [LIMIT])!
    expect(description).toMatch(/^x+\. Members only: Yes\.$/)
    expect(description).toHaveLength(DESCRIPTION_MAX_LENGTH)
  }
  expect(descriptionOf(['x'.repeat(DESCRIPTION_MAX_LENGTH)], [])).toHaveLength(DESCRIPTION_MAX_LENGTH)
  expect(descriptionOf([], [], null)).toBeNull()
})

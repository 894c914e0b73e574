import { expect, test } from 'vitest'
import { Review } from '../../../data/model/review.ts'
import { Visit } from '../../../data/model/visit.ts'

const REVIEW = { parkId: 1, rating: 1, comment: 'abc' }

test('a review is rated 1 to 5 and has 3 to 2000 characters; title, day and photos may be left out', () => {
  for (const sound of [
    REVIEW,
    {
      ...REVIEW,
      rating: 5,
      comment: 'x'.repeat(2000),
      title: 'x'.repeat(100),
      visitDate: '2025-04-10',
      photoUrls: ['https://example.com/a.jpg'],
    },
  ]) {
    expect(Review.safeParse(sound).success).toBe(true)
  }
  for (const unsound of [
    { rating: 0.5 },
    { rating: 5.5 },
    { comment: 'ab' },
    { comment: ' a ' },
    { comment: 'x'.repeat(2001) },
    { title: 'x'.repeat(101) },
    { visitDate: 'yesterday' },
    { photoUrls: ['no address'] },
  ])
    expect([unsound, Review.safeParse({ ...REVIEW, ...unsound }).success]).toEqual([unsound, false])
})

test('a visit lasts a minute or more and is rated 1 to 5, where that is said', () => {
  for (const sound of [{}, { duration: 1 }, { rating: 1 }, { rating: 5 }])
    expect([sound, Visit.safeParse({ parkId: 1, ...sound }).success]).toEqual([sound, true])
  for (const unsound of [{ duration: 0 }, { duration: -5 }, { rating: 0 }, { rating: 6 }]) {
    expect([unsound, Visit.safeParse({ parkId: 1, ...unsound }).success]).toEqual([unsound, false])
  }
})

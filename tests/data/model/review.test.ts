import { expect, test } from 'vitest'
import { Review } from '../../../data/model/review.ts'
import { Visit } from '../../../data/model/visit.ts'

const REVIEW = { parkId: 1, rating: 1, comment: 'abc' }

test('a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional', () => {
  for (const valid of [
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
    expect(Review.safeParse(valid).success).toBe(true)
  }
  for (const invalid of [
    { rating: 0.5 },
    { rating: 5.5 },
    { comment: 'ab' },
    { comment: ' a ' },
    { comment: 'x'.repeat(2001) },
    { title: 'x'.repeat(101) },
    { visitDate: 'yesterday' },
    { photoUrls: ['no address'] },
  ])
    expect([invalid, Review.safeParse({ ...REVIEW, ...invalid }).success]).toEqual([invalid, false])
})

test('a visit lasts at least a minute and has a rating of 1 to 5; both are optional', () => {
  for (const valid of [{}, { duration: 1 }, { rating: 1 }, { rating: 5 }])
    expect([valid, Visit.safeParse({ parkId: 1, ...valid }).success]).toEqual([valid, true])
  for (const invalid of [{ duration: 0 }, { duration: -5 }, { rating: 0 }, { rating: 6 }]) {
    expect([invalid, Visit.safeParse({ parkId: 1, ...invalid }).success]).toEqual([invalid, false])
  }
})

import { afterEach, expect, test, vi } from 'vitest'
import { fetchUser } from '../../client/api/account.ts'
import { fetchMapOffer } from '../../client/api/maps.ts'

afterEach(() => vi.unstubAllGlobals())
const respond = (body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body))

const OFFER = {
  base: { url: '/api/maps/base/1/{z}/{x}/{y}', attribution: '', minZoom: 0, maxZoom: 8 },
  streets: null,
  tiles: null,
}
const ACCOUNT = {
  id: 1,
  username: 'ada',
  email: 'ada@example.org',
  fullName: null,
  address: null,
  avatarUrl: null,
  isAdmin: false,
  hasPassword: true,
  createdAt: '2026-01-01T00:00:00.000Z',
}

test('the maps of a newer server, with fields that this version does not know, are used', async () => {
  respond({ ...OFFER, base: { ...OFFER.base, contours: true }, satellite: null })
  expect(await fetchMapOffer()).toEqual(OFFER)
})

test('a user stays signed in while an open tab uses a newer server', async () => {
  respond({ ...ACCOUNT, phone: null })
  expect(await fetchUser(new AbortController().signal)).toEqual(ACCOUNT)
})

test('a reply with missing fields is still refused', async () => {
  respond({ base: OFFER.base, satellite: null })
  await expect(fetchMapOffer()).rejects.toThrow('The server’s answer cannot be read.')
})

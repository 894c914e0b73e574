import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { createAppRouter } from '../../client/app/router.tsx'
import { isPrerendered } from '../../data/screens/prerendered.ts'
import { matchScreen, SCREENS } from '../../data/screens/screens.ts'

const withoutFinalSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))

describe('the list of screens', () => {
  test('has exactly the routes of the router', () => {
    const { routesByPath } = createAppRouter(createMemoryHistory())
    const routes = new Set(Object.keys(routesByPath).map(withoutFinalSlash))
    expect([...routes].sort()).toEqual(SCREENS.map(({ path }) => path).sort())
  })

  test.each(SCREENS.map(({ path }) => path))('finds %s by its own path', (path) => {
    const examples: Record<string, string> = { id: '7', state: 'nsw', city: 'bondi', kind: 'reports' }
    const address = path.replaceAll(/\$(\w+)/g, (_, name: string) => examples[name]!)
    expect(matchScreen(address)?.screen.path).toBe(path)
    expect(matchScreen(withoutFinalSlash(`${address}/`))?.screen.path).toBe(path)
  })

  test.each([
    '/PARK/7',
    '/Favorites',
    '/search',
    '/park',
    '/park/',
    '/state/nsw/bondi/x',
    '/admin/inbox/parks/7',
    '/admin/inbox/reports/x',
    '',
    '//',
    '/api',
  ])('has no screen at %s', (path) => expect(matchScreen(path)).toBeUndefined())

  test('is in lower case in the router too', () => {
    const router = createAppRouter(createMemoryHistory())
    const routes = ['/park/7', '/PARK/7', '/favorites', '/Favorites'].map(
      (path) => router.getMatchedRoutes(path)[2]?.fullPath,
    )
    expect(routes).toEqual(['/park/$id', undefined, '/favorites', undefined])
  })

  test('says which addresses are prerendered', () => {
    expect(
      ['/', '/state', '/states', '/favorites', '/privacy', '/terms', '/park/7', '/state/nsw'].filter(
        (path) => !isPrerendered(path),
      ),
    ).toEqual([])
    expect(
      [
        '/park/0',
        '/park/07',
        '/park/2147483648',
        '/park/x',
        '/state/xyz',
        '/state/nsw/bondi',
        '/states/',
        '/offline',
        '/profile',
        '/x',
      ].filter(isPrerendered),
    ).toEqual([])
  })
})

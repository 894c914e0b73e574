import * as z from 'zod/mini'
import { SYDNEY } from '../../data/model/australia.ts'
import { LOCATION_TIMEOUT, POSITION_VALID_FOR, STORAGE_PREFIX } from '../../data/model/constants.ts'

/**
 * The user's position, or Sydney if it is not known (`fallback`). Degrees; accuracy in metres; timestamp in
 * milliseconds since 1970.
 */
export interface FetchedPosition {
  latitude: number
  longitude: number
  accuracy: number
  timestamp: number
  fallback: boolean
}

/**
 * `code`: the browser's error code (1 denied, 2 unavailable, 3 timed out), or 0 for no geolocation or another
 * reason.
 */
export type LocateResult =
  | { ok: true; position: FetchedPosition }
  | { ok: false; code: 0 | 1 | 2 | 3; message: string; position: FetchedPosition }

/** See specification 18.35. */
export const LOCATION_ERRORS = {
  1: 'You have denied access to your location. Please enable location access in your browser settings.',
  2: 'Your location information is unavailable. Please try again.',
  3: 'The request to get your location timed out. Please try again.',
  0: 'An unknown error occurred while trying to get your location.',
} as const

const StoredPosition = z.object({
  coordinates: z.object({
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
    accuracy: z.number(),
  }),
  timestamp: z.number(),
})

export const POSITION_KEY = `${STORAGE_PREFIX}:position`

/** A function, because reading `localStorage` itself throws in some private modes. */
type MaybeStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Whether it is at most an hour old. `now` in milliseconds since 1970. */
function isRecent(timestamp: number, now: number): boolean {
  const age = now - timestamp
  return age >= 0 && age <= POSITION_VALID_FOR
}

/** The cached position if it is recent. An older one is deleted. The fallback is never cached. */
function readCachedPosition(storage: MaybeStorage, now: number): FetchedPosition | null {
  try {
    const stored = StoredPosition.safeParse(JSON.parse(storage().getItem(POSITION_KEY) ?? 'null'))
    if (!stored.success) return null
    const { coordinates, timestamp } = stored.data
    if (isRecent(timestamp, now)) return { ...coordinates, timestamp, fallback: false }
    storage().removeItem(POSITION_KEY)
    return null
  } catch {
    return null
  }
}

function cachePosition(storage: MaybeStorage, { latitude, longitude, accuracy, timestamp }: FetchedPosition) {
  try {
    storage().setItem(
      POSITION_KEY,
      JSON.stringify({ coordinates: { latitude, longitude, accuracy }, timestamp }),
    )
  } catch {
    // Without storage, the browser is asked each time.
  }
}

export interface LocatorPorts {
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined
  /** Whether the browser will prompt first. The timeout must not run while the user reads the prompt. */
  permission(): Promise<PermissionState | 'unknown'>
  storage: MaybeStorage
  /** Milliseconds since 1970. */
  now(): number
}

export interface Locator {
  cached(): FetchedPosition | null
  /** Whether a position is at most an hour old. */
  isRecent(position: FetchedPosition): boolean
  /**
   * Asks the browser, for `LOCATION_TIMEOUT` at most. Never rejects: on failure the result is Sydney with the
   * reason.
   */
  ask(): Promise<LocateResult>
}

export function createLocator(ports: LocatorPorts): Locator {
  const failed = (code: 0 | 1 | 2 | 3): LocateResult => ({
    ok: false,
    code,
    message: LOCATION_ERRORS[code],
    position: { ...SYDNEY, accuracy: 0, timestamp: ports.now(), fallback: true },
  })

  return {
    cached: () => readCachedPosition(ports.storage, ports.now()),
    isRecent: ({ timestamp }) => isRecent(timestamp, ports.now()),
    async ask() {
      const { geolocation } = ports
      if (geolocation === undefined) return failed(0)
      const willPrompt = (await ports.permission()) === 'prompt'
      return new Promise((resolve) => {
        const timer = willPrompt ? undefined : setTimeout(() => resolve(failed(3)), LOCATION_TIMEOUT)
        const settle = (result: LocateResult) => {
          clearTimeout(timer)
          resolve(result)
        }
        geolocation.getCurrentPosition(
          ({ coords }) => {
            const { latitude, longitude, accuracy } = coords
            const position = { latitude, longitude, accuracy, timestamp: ports.now(), fallback: false }
            cachePosition(ports.storage, position)
            settle({ ok: true, position })
          },
          ({ code }) => settle(failed(code === 1 || code === 2 || code === 3 ? code : 0)),
          { timeout: LOCATION_TIMEOUT, maximumAge: 0, enableHighAccuracy: false },
        )
      })
    },
  }
}

/** The locator that uses this browser's geolocation and storage. */
export const browserLocator = () =>
  createLocator({
    geolocation: 'geolocation' in navigator ? navigator.geolocation : undefined,
    permission: async () => {
      try {
        return (await navigator.permissions.query({ name: 'geolocation' })).state
      } catch {
        return 'unknown'
      }
    },
    storage: () => localStorage,
    now: Date.now,
  })

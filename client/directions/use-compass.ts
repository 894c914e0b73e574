import { useEffect, useState } from 'react'
import { LOCATION_TIMEOUT } from '../../data/model/constants.ts'
import { LOCATION_ERRORS } from '../location/position.ts'
import { facingOf, type Fix, type Orientation } from './compass-state.ts'

interface CompassReading {
  fix: Fix | null
  /** Degrees clockwise from north that the top of the screen points to; `null` where the device does not say. */
  facing: number | null
  /** Why there is no position (specification, section 8). */
  error: string | null
}

const NOTHING: CompassReading = { fix: null, facing: null, error: null }
const UNSUPPORTED: CompassReading = { ...NOTHING, error: LOCATION_ERRORS[0] }

/** Safari asks the person before it tells which way the phone points, and only right after a tap. */
export async function askForOrientation(): Promise<void> {
  const events = globalThis.DeviceOrientationEvent as
    | { requestPermission?: () => Promise<string> }
    | undefined
  // A person who refuses has an arrow with north at the top.
  await events?.requestPermission?.().catch(() => undefined)
}

/** Follows where the device is and which way it points, while `on`. */
export function useCompass(on: boolean): CompassReading {
  const [reading, setReading] = useState<CompassReading>(NOTHING)
  useEffect(() => {
    if (!on || !('geolocation' in navigator)) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy, heading } }) => {
        const fix = {
          latitude,
          longitude,
          accuracy,
          heading: heading === null || Number.isNaN(heading) ? null : heading,
        }
        setReading((before) => ({ ...before, fix, error: null }))
      },
      ({ code }) => {
        // Between trees positions fail now and then: what was known stays.
        setReading((before) => ({
          ...before,
          error:
            before.fix !== null && code !== 1
              ? null
              : LOCATION_ERRORS[code === 1 || code === 2 || code === 3 ? code : 0],
        }))
      },
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT, maximumAge: 0 },
    )
    const turned = (event: Event) => {
      const facing = facingOf(event as unknown as Orientation, screen.orientation?.angle ?? 0)
      if (facing !== null) setReading((before) => ({ ...before, facing }))
    }
    // Browsers that know north say so in an event of its own; Safari puts it into the common one.
    const kinds = ['deviceorientationabsolute', 'deviceorientation']
    for (const kind of kinds) addEventListener(kind, turned)
    return () => {
      navigator.geolocation.clearWatch(watch)
      for (const kind of kinds) removeEventListener(kind, turned)
      setReading(NOTHING)
    }
  }, [on])
  return 'geolocation' in navigator ? reading : UNSUPPORTED
}

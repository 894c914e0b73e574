import { useEffect, useState } from 'react'
import { LOCATION_TIMEOUT } from '../../../data/model/constants.ts'
import { LOCATION_ERRORS } from '../../platform/position.ts'
import { facingOf, fromTrueNorth, type Fix, type Orientation } from './compass-state.ts'

interface CompassReading {
  fix: Fix | null
  /**
   * Direction of the screen's top edge in degrees clockwise from true north; `null` if the device does not
   * report it, or there is no position.
   */
  facing: number | null
  /** Why there is no position (specification 18.35). */
  error: string | null
}

/** A person walks on, so an older fix does not say where they are. Milliseconds. */
const MAX_FIX_AGE_MS = 60_000

const NO_READING: CompassReading = { fix: null, facing: null, error: null }
const UNSUPPORTED: CompassReading = { ...NO_READING, error: LOCATION_ERRORS[0] }

/** Asks for access to the device orientation. Needed in Safari, where it must be called from a tap. */
export async function requestOrientation(): Promise<void> {
  const events = globalThis.DeviceOrientationEvent as
    | { requestPermission?: () => Promise<string> }
    | undefined
  // Without permission, the compass works with north at the top.
  await events?.requestPermission?.().catch(() => undefined)
}

/** Watches the device's position and orientation while `on`. */
export function useCompass(on: boolean): CompassReading {
  // `facing` is from magnetic north here.
  const [reading, setReading] = useState<CompassReading>(NO_READING)
  useEffect(() => {
    if (!on || !('geolocation' in navigator)) return
    let fixedAt = -Infinity
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy, heading } }) => {
        fixedAt = Date.now()
        const fix = {
          latitude,
          longitude,
          accuracy,
          heading: heading === null || Number.isNaN(heading) ? null : heading,
        }
        setReading((before) => ({ ...before, fix, error: null }))
      },
      ({ code }) => {
        // Positions fail now and then, for example under trees: the last fix stays valid for a while.
        const isBridged = code !== 1 && Date.now() - fixedAt <= MAX_FIX_AGE_MS
        setReading(({ fix, ...before }) =>
          fix !== null && isBridged
            ? { ...before, fix, error: null }
            : {
                ...before,
                fix: null,
                error: LOCATION_ERRORS[code === 1 || code === 2 || code === 3 ? code : 0],
              },
        )
      },
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT, maximumAge: 0 },
    )
    const onOrientation = (event: Event) => {
      const facing = facingOf(event as unknown as Orientation, screen.orientation?.angle ?? 0)
      if (facing !== null) setReading((before) => ({ ...before, facing }))
    }
    // Chromium has a separate event for orientation relative to north; Safari uses the common event.
    const eventTypes = ['deviceorientationabsolute', 'deviceorientation']
    for (const type of eventTypes) addEventListener(type, onOrientation)
    return () => {
      navigator.geolocation.clearWatch(watch)
      for (const type of eventTypes) removeEventListener(type, onOrientation)
      setReading(NO_READING)
    }
  }, [on])
  if (!('geolocation' in navigator)) return UNSUPPORTED
  const { fix, facing } = reading
  return { ...reading, facing: fix && facing !== null ? fromTrueNorth(facing, fix) : null }
}

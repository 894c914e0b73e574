import type { MapTheme } from '../../data/map/colours.ts'
import { useMedia } from '../platform/media.ts'
import { MORE_CONTRAST } from '../platform/settings.ts'
import { useSettings } from '../platform/settings-store.ts'

/** The colours of the map, by the system's settings and the app's own switch. */
export function useMapTheme(): MapTheme {
  const dark = useMedia('(prefers-color-scheme: dark)')
  const moreContrast = useMedia(MORE_CONTRAST)
  const { highContrast } = useSettings()
  if (moreContrast || highContrast) return dark ? 'contrast-dark' : 'contrast'
  return dark ? 'dark' : 'light'
}

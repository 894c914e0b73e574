import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** The user's preferences on this device (specification 13.91). */
export interface Settings {
  highContrast: boolean
  largeText: boolean
  reduceMotion: boolean
  textSpacing: boolean
  screenReader: boolean
  /** Percentage of the browser's default size: {@link FONT_SIZE}. */
  fontSize: number
  /** Unit of distances. */
  unit: 'miles' | 'km'
  /** Whether the shortcuts `/` and Alt+1 are on. */
  shortcuts: boolean
}

export const FONT_SIZE = { smallest: 80, largest: 200, step: 10 } as const

export const DEFAULT_SETTINGS: Settings = {
  highContrast: false,
  largeText: false,
  reduceMotion: false,
  textSpacing: false,
  screenReader: false,
  fontSize: 100,
  unit: 'miles',
  shortcuts: true,
}

/**
 * Storage keys of the header's toggles, which the specification names. The settings page uses the same ones.
 */
const OWN_KEYS = {
  highContrast: 'highContrastMode',
  screenReader: 'screenReaderMode',
  largeText: 'largeText',
} as const
const KEY = `${STORAGE_PREFIX}:settings`

/** Whether a storage event for this key can be a change of settings. `null`: the storage was cleared. */
export const isSettingsKey = (key: string | null) =>
  key === null || key === KEY || (Object.values(OWN_KEYS) as string[]).includes(key)

/** A function, because reading `localStorage` itself throws in some private modes. */
type MaybeStorage = () => Pick<Storage, 'getItem' | 'setItem'>

function isFontSize(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value >= FONT_SIZE.smallest &&
    value <= FONT_SIZE.largest &&
    value % FONT_SIZE.step === 0
  )
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/**
 * Reads the settings from storage. Missing and invalid values get their defaults. Without a schema library,
 * because this code runs before the first paint.
 * @param unreadable the result if the browser allows no storage
 */
export function readSettings(storage: MaybeStorage, unreadable = DEFAULT_SETTINGS): Settings {
  try {
    const from = storage()
    const stored = parse(from.getItem(KEY))
    const isOn = (key: string) => from.getItem(key) === 'true'
    return {
      highContrast: isOn(OWN_KEYS.highContrast),
      largeText: isOn(OWN_KEYS.largeText),
      screenReader: isOn(OWN_KEYS.screenReader),
      reduceMotion: stored['reduceMotion'] === true,
      textSpacing: stored['textSpacing'] === true,
      fontSize: isFontSize(stored['fontSize']) ? stored['fontSize'] : DEFAULT_SETTINGS.fontSize,
      unit: stored['unit'] === 'km' ? 'km' : 'miles',
      shortcuts: stored['shortcuts'] !== false,
    }
  } catch {
    return unreadable
  }
}

/** Writes the settings to storage. If that fails, they last as long as the page. */
export function saveSettings(
  storage: MaybeStorage,
  { highContrast, largeText, screenReader, ...rest }: Settings,
): void {
  try {
    const to = storage()
    to.setItem(OWN_KEYS.highContrast, String(highContrast))
    to.setItem(OWN_KEYS.largeText, String(largeText))
    to.setItem(OWN_KEYS.screenReader, String(screenReader))
    to.setItem(KEY, JSON.stringify(rest))
  } catch {
    // The settings still apply to this page.
  }
}

const CLASSES = {
  highContrast: 'high-contrast',
  largeText: 'large-text',
  reduceMotion: 'reduce-motion',
  textSpacing: 'text-spacing',
  screenReader: 'screen-reader',
} as const

/** Factor of 'Larger Text', on top of the font size. The result is limited to the largest font size. */
const LARGER_TEXT_FACTOR = 1.25

/** From these text sizes the breakpoints are wider (client/app/styles/app.css). */
const BIG_TEXT_PERCENT = 110
const HUGE_TEXT_PERCENT = 150

/** Factor by which the breakpoints are wider for the text size (client/app/styles/app.css). */
export function breakpointScale(settings: Pick<Settings, 'fontSize' | 'largeText'>): number {
  const size = textSize(settings)
  return size >= HUGE_TEXT_PERCENT ? 2 : size >= BIG_TEXT_PERCENT ? 1.375 : 1
}

/** The text size as a percentage of the browser's default. */
const textSize = ({ fontSize, largeText }: Pick<Settings, 'fontSize' | 'largeText'>) =>
  Math.min(FONT_SIZE.largest, largeText ? fontSize * LARGER_TEXT_FACTOR : fontSize)

/**
 * Applies the settings to the document. The specification asks for classes on the body; the root element has
 * them too, because font size and colours are set there.
 * @param moreContrast whether the system asks for more contrast (`prefers-contrast`)
 */
export function applySettings(
  settings: Settings,
  { documentElement: root, body }: Document,
  moreContrast: boolean,
): void {
  // The body does not exist yet when this runs in the head.
  for (const element of [root, body as HTMLElement | null]) {
    for (const [name, className] of Object.entries(CLASSES))
      element?.classList.toggle(className, settings[name as keyof typeof CLASSES])
  }
  root.classList.toggle('more-contrast', settings.highContrast || moreContrast)
  const size = textSize(settings)
  root.style.fontSize = size === DEFAULT_SETTINGS.fontSize ? '' : `${size}%`
  // Classes for the breakpoints of client/app/styles/app.css.
  root.classList.toggle('big-text', size >= BIG_TEXT_PERCENT && size < HUGE_TEXT_PERCENT)
  root.classList.toggle('huge-text', size >= HUGE_TEXT_PERCENT)
}

export const MORE_CONTRAST = '(prefers-contrast: more)'

import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** How a person wants to see and use the product (specification, section 3, 'Accessibility preferences'). */
export interface Settings {
  highContrast: boolean
  largeText: boolean
  reduceMotion: boolean
  textSpacing: boolean
  screenReader: boolean
  /** Per cent of the browser's own size: {@link FONT_SIZE}. */
  fontSize: number
  /** What distances are said in. */
  unit: 'miles' | 'km'
  /** Whether `/` and Alt+1 do something. */
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

/** The header's toggles have keys of their own, which the specification names; the page of settings reads and writes the same ones. */
const OWN_KEYS = {
  highContrast: 'highContrastMode',
  screenReader: 'screenReaderMode',
  largeText: 'largeText',
} as const
const KEY = `${STORAGE_PREFIX}:settings`

/** Whether a change under this key may be a change of settings; `null` is a storage that was emptied. */
export const isSettingsKey = (key: string | null) =>
  key === null || key === KEY || (Object.values(OWN_KEYS) as string[]).includes(key)

/** A storage may refuse, even to be looked at: `localStorage` throws in some private modes. */
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

/** What is kept on this device; what is not kept, or is nonsense, is at its default. By hand: this is read before anything is painted. */
export function readSettings(storage: MaybeStorage): Settings {
  try {
    const from = storage()
    const kept = parse(from.getItem(KEY))
    const isOn = (key: string) => from.getItem(key) === 'true'
    return {
      highContrast: isOn(OWN_KEYS.highContrast),
      largeText: isOn(OWN_KEYS.largeText),
      screenReader: isOn(OWN_KEYS.screenReader),
      reduceMotion: kept['reduceMotion'] === true,
      textSpacing: kept['textSpacing'] === true,
      fontSize: isFontSize(kept['fontSize']) ? kept['fontSize'] : DEFAULT_SETTINGS.fontSize,
      unit: kept['unit'] === 'km' ? 'km' : 'miles',
      shortcuts: kept['shortcuts'] !== false,
    }
  } catch {
    return DEFAULT_SETTINGS
  }
}

/** Keeps them on this device. Where nothing can be kept they last as long as the page. */
export function keepSettings(
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
    // They act all the same.
  }
}

const CLASSES = {
  highContrast: 'high-contrast',
  largeText: 'large-text',
  reduceMotion: 'reduce-motion',
  textSpacing: 'text-spacing',
  screenReader: 'screen-reader',
} as const

/** 'Larger Text' by so much, on top of the font size; both together stop where the font size does. */
const LARGER = 1.25

/** Text of so many per cent is laid out as on a screen of three quarters, and of half, the width. */
const BIG = 110
const HUGE = 150

/** How many times narrower the screen counts (client/styles/app.css). */
export function narrowing(settings: Pick<Settings, 'fontSize' | 'largeText'>): number {
  const size = textSize(settings)
  return size >= HUGE ? 2 : size >= BIG ? 1.375 : 1
}

/** The size of text in per cent of the browser's own. */
export const textSize = ({ fontSize, largeText }: Pick<Settings, 'fontSize' | 'largeText'>) =>
  Math.min(FONT_SIZE.largest, largeText ? fontSize * LARGER : fontSize)

/**
 * Puts them into force. The body bears the classes of the specification; the root bears them as well, because sizes and colours begin there.
 * @param moreContrast the system asks for more contrast (`prefers-contrast`)
 */
export function applySettings(
  settings: Settings,
  { documentElement: root, body }: Document,
  moreContrast: boolean,
): void {
  // Before the first paint there is a root and no body yet.
  for (const element of [root, body as HTMLElement | null]) {
    for (const [name, className] of Object.entries(CLASSES))
      element?.classList.toggle(className, settings[name as keyof typeof CLASSES])
  }
  root.classList.toggle('more-contrast', settings.highContrast || moreContrast)
  const size = textSize(settings)
  root.style.fontSize = size === DEFAULT_SETTINGS.fontSize ? '' : `${size}%`
  // Such text needs the room of a larger screen (client/styles/app.css, the breakpoints).
  root.classList.toggle('big-text', size >= BIG && size < HUGE)
  root.classList.toggle('huge-text', size >= HUGE)
}

export const MORE_CONTRAST = '(prefers-contrast: more)'

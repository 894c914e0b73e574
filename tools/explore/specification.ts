import { always } from '@antithesishq/bombadil'
import { actions, extract, getFingerprint, weighted } from '@antithesishq/bombadil/browser'
import { back, clicks, forward, reload, scroll } from '@antithesishq/bombadil/browser/defaults/actions'
import { matchScreen } from '../../data/screens/screens.ts'
import { readPage, type Page } from './page.ts'
import { createJudge } from './properties.ts'
import { EFFECT_MS, isOutside } from './watchers.ts'

/**
 * The specification for Bombadil, which bundles it. It reads each state with `page` in the browser and evaluates
 * the rest in an engine of its own, once a state. A module for it may only export properties and generators.
 */

const page = extract(readPage)

const judge = createJudge()
let judged: { page: Page; verdicts: ReturnType<typeof judge> } | undefined
/** The verdicts on the current state, which all properties and the generator share. */
function verdicts() {
  if (judged?.page.at !== page.current.at) judged = { page: page.current, verdicts: judge(page.current) }
  return judged.verdicts
}

export const everyPageHasTitleAndHeading = always(
  () => verdicts().everyPageHasTitleAndHeading.violation === undefined,
)
export const noConsoleError = always(() => verdicts().noConsoleError.violation === undefined)
export const noDeadEnd = always(() => verdicts().noDeadEnd.violation === undefined)
export const backGoesBack = always(() => verdicts().backGoesBack.violation === undefined)
export const savedHeartStays = always(() => verdicts().savedHeartStays.violation === undefined)
export const typedTextSurvives = always(() => verdicts().typedTextSurvives.violation === undefined)

/**
 * Hearts, text fields and links in view. Among all that can be clicked, hearts and fields would be too rare, and
 * links to screens that the session has not seen.
 */
const targets = extract(({ document, window }) =>
  [
    ...document.querySelectorAll(
      'main button[aria-label$=" favourites"], main input:not([type=checkbox]):not([type=radio]):not([type=file]), main textarea, a[href^="/"]:not([target=_blank]):not([download])',
    ),
  ].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    const isInView =
      width > 0 && point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight
    const path = element.tagName === 'A' ? new URL((element as HTMLAnchorElement).href).pathname : null
    return isInView && element.contains(document.elementFromPoint(point.x, point.y))
      ? [{ path, click: { fingerprint: getFingerprint(element), point } }]
      : []
  }),
)
const controls = actions(() =>
  targets.current.filter(({ path }) => path === null).map(({ click }) => ({ Click: click })),
)
const seenScreens = new Set<string>()
const screenOf = (path: string) => matchScreen(path)?.screen.path ?? path
const newScreens = actions(() => {
  seenScreens.add(screenOf(page.current.path))
  return targets.current
    .filter(({ path }) => path !== null && !seenScreens.has(screenOf(path)))
    .map(({ click }) => ({ Click: click }))
})

const KEYS = [8, 9, 13, 27].map((code) => ({ PressKey: { code } }))
/** What people type, by the field's type. The places exist; a third of the texts is random. */
const TEXTS = {
  search: '(Bondi|Fitzroy VIC|2480|Newtown|beach|off leash|dog park hobart|xyzzy)',
  email: '[a-z]{3,9}@example[.]org',
  url: 'https://[a-z]{3,9}[.]example[.]org/[a-z]{0,9}',
  tel: '0[2-9] [0-9]{4} [0-9]{4}',
  number: '[0-9]{1,5}',
} as const
const typing = actions(() => {
  const { focused } = page.current
  if (focused === null) return []
  const own = focused in TEXTS ? TEXTS[focused as keyof typeof TEXTS] : null
  const delayMillis: [number, number] = [1, 20]
  return weighted([
    ...KEYS.map((key): [number, typeof key] => [1, key]),
    ...(own === null ? [] : [[8, { TypeText: { text: { Regexp: own }, delayMillis } }] as [number, never]]),
    [4, { TypeText: { text: { Text: [1, 40] as [number, number] }, delayMillis } }],
  ]).generate()
})

const viewports = actions(() =>
  [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ].map(([width, height]) => ({ SetViewport: { width: width!, height: height! } })),
)

const explore = weighted([
  [16, clicks],
  [8, controls],
  [8, newScreens],
  [30, typing],
  [6, scroll],
  [5, back],
  [1, forward],
  [2, reload],
  [1, viewports],
  [2, 'Wait'],
])

/** Typing after which the explorer leaves the page alone, so that what the page does by itself shows. */
const TYPED_BEFORE_CALM = 3
const CALM_MS = EFFECT_MS + 2_000
let typed = 0
let calmUntil = 0

/** While a verdict is in doubt, the explorer waits. */
export const act = actions(() => {
  const { at, act } = page.current
  // Outside the app, Bombadil accepts nothing but going back.
  if (verdicts().backGoesBack.again || isOutside(page.current)) return back.generate()
  if (act.kind === 'TypeText' && ++typed % TYPED_BEFORE_CALM === 0) calmUntil = at + CALM_MS
  const isInDoubt = Object.values(verdicts()).some(({ doubt }) => doubt !== undefined)
  return isInDoubt || at < calmUntil ? ['Wait'] : explore.generate()
})

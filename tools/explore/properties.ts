import type { Page } from './page.ts'
import {
  watchBack,
  watchConsole,
  watchDeadEnds,
  watchHeadings,
  watchHearts,
  watchText,
  type Verdict,
  type Watcher,
} from './watchers.ts'

const WATCHERS = {
  everyPageHasTitleAndHeading: watchHeadings,
  noConsoleError: watchConsole,
  noDeadEnd: watchDeadEnds,
  backGoesBack: watchBack,
  savedHeartStays: watchHearts,
  typedTextSurvives: watchText,
} satisfies Record<string, () => Watcher>

export type Property = keyof typeof WATCHERS

/** Judges the states of one run, in their order, by all properties. */
export function createJudge(): (page: Page) => Record<Property, Verdict> {
  const watchers = Object.entries(WATCHERS).map(([name, create]) => [name, create()] as const)
  return (page) =>
    Object.fromEntries(watchers.map(([name, watch]) => [name, watch(page)])) as Record<Property, Verdict>
}

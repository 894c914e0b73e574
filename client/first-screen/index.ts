// The interface of the first screen for components and for the app's start. How a screen is prerendered,
// stored and replaced is known only in this folder (docs/decisions/012-prerendered-first-screens.md).
export { isPrerendering } from './prerendering.ts'
export { DEFAULT_UNIT_ONLY, PERSONAL, SIGNED_OUT_ONLY, TIME_DEPENDENT } from './marks.ts'
export { KeptResults, useKeepResults } from './keep-results.tsx'
export { loadKnownData } from './known-data.ts'
export { TakeOver, watchPrerendered } from './take-over.tsx'

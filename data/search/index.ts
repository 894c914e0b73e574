/** The search engine: the same code over the same rows on server and device. */
export { buildEngine, buildEngineInSteps } from './engine.ts'
export type { SearchEngine } from './engine.ts'
export { buildGazetteer } from './gazetteer.ts'
export type { Gazetteer, PlaceReading } from './gazetteer.ts'
export type { GazetteerPlace } from './place.ts'
export type { Steps } from './steps.ts'
export type { Suggestion } from './suggestions.ts'

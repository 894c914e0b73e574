import { readFeature } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import { meaningOfWord } from '../../data/import/features.ts'
import type { Meaning } from '../../data/import/features.ts'
import { clean, isNo, isNothing, isYes, uncapitalised } from './cell-text.ts'
import { featureOf } from './column-names.ts'
import { isReadableRule } from './dog-rule.ts'
import type { Cell } from './dog-rule.ts'
import { namesDays } from './header-words.ts'
import type { Column } from './headers.ts'
import { joined } from './hours.ts'

/** Further words for Yes and No in columns of features. */
const YES = new Set(['t', 'available', 'present', 'provided'])
const NO = new Set(['f', 'none', 'nil', 'not available', 'not provided'])

/**
 * Splits a cell with several values: a JSON list, or texts separated by semicolons or bars, otherwise by
 * commas.
 */
function splitValues(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list.filter((word) => typeof word === 'string').map(clean)
    } catch {
      // Not JSON.
    }
  }
  return text.split(/[;|]/.test(text) ? /[;|]/ : ',').map((word) => word.trim())
}

export interface Features {
  present: Set<FeatureId>
  /** Those of `present` that are said of the whole park: 'off-leash section' is only a part of it. */
  whole: Set<FeatureId>
  absent: Set<FeatureId>
  /** Texts that name no known feature, and their columns. */
  other: ListedText[]
}

/** `value`: the cell, if the text begins with its header. */
export type ListedText = Pick<Cell, 'column' | 'text'> & { value?: string }

function addFeature(feature: FeatureId, into: Features, isSpecific = false): void {
  into.present.add(feature)
  if (!isSpecific) into.whole.add(feature)
}

/** Features that a word does not show to be there: 'fence' may be at one side, and a leash is a rule. */
const NEED_MORE_WORDS: ReadonlySet<FeatureId> = new Set(['fenced', 'off-leash', 'on-leash'])

/** The feature of a word that is also a header of the feature: 'Tap', '2 BBQs'. */
function featureOfHeader(word: string): FeatureId | undefined {
  const feature = featureOf(word.replace(/^\d+ ?(?:x )?/, ''))
  return feature && !NEED_MORE_WORDS.has(feature) ? feature : undefined
}

/** What a word in a list of features says; `undefined` if it is not known. */
function meaningOf(word: string): Meaning | undefined {
  const feature = readFeature(word)
  if (feature) return { features: [feature] }
  const named = featureOfHeader(word)
  return meaningOfWord(word) ?? (named && { features: [named], keep: true })
}

function readWord(column: Column, word: string, into: Features): void {
  if (isNothing(word)) return
  const meaning = meaningOf(word)
  for (const id of meaning?.features ?? []) addFeature(id, into, meaning?.keep)
  for (const id of meaning?.lacks ?? []) into.absent.add(id)
  if ((!meaning || meaning.keep) && !into.other.some(({ text }) => text === word))
    into.other.push({ column, text: word })
}

/** Reads a cell in a column that names a feature: yes, no, a number, or a description. */
function readFeatureCell(column: Column, feature: FeatureId, value: string, into: Features): void {
  const text = value.toLowerCase()
  if (isNothing(text)) return
  const meaning = meaningOfWord(value)
  const isFullyFenced = feature === 'fenced' && /^full(?:y)?$/.test(text)
  if (
    isYes(text) ||
    YES.has(text) ||
    isFullyFenced ||
    /^[1-9]\d*(\.0+)?$/.test(text) ||
    readFeature(value) === feature
  )
    addFeature(feature, into)
  else if (isNo(text) || NO.has(text)) into.absent.add(feature)
  else if (meaning?.features?.includes(feature)) addFeature(feature, into, meaning.keep)
  else if (meaning?.lacks?.includes(feature)) into.absent.add(feature)
  else if (value.split(/[,&+/]|\band\b/i).some((word) => featureOfHeader(word.trim()) === feature)) {
    addFeature(feature, into)
    into.other.push({ column, text: value })
  } else into.other.push({ column, text: `${column.header}: ${value}`, value })
}

/** @param listed the columns that list features */
export function readFeatures(
  listed: readonly Cell[],
  columns: readonly Column[],
  cells: readonly string[],
): Features {
  const features: Features = { present: new Set(), whole: new Set(), absent: new Set(), other: [] }
  for (const { column, text } of listed)
    for (const word of splitValues(text)) readWord(column, word, features)
  for (const column of columns)
    if (column.feature) readFeatureCell(column, column.feature, clean(cells[column.at] ?? ''), features)
  return features
}

/** The features that a row says both of: that the whole park has them and that it does not. */
export const disputedFeatures = ({ whole, absent }: Features): Set<FeatureId> =>
  new Set([...whole].filter((id) => absent.has(id)))

/** 'Yes' before what limits it: 'Yes - 6am to 9am'. */
const YES_BEFORE = /^(?:yes|y)\b[\s,;:–-]*/i

/** A cell as the end of a sentence: 'before 9am', but 'Monday to Friday'. */
const withinSentence = (text: string) => (namesDays(text.split(' ', 1)[0]!) ? text : uncapitalised(text))

/**
 * Takes the cells out of the features that limit where or when dogs may be off the leash, as one sentence: '6am-9am'
 * under 'Off leash' and 'Yes' under 'On leash' are 'Off leash 6am-9am; On leash at other times'. `undefined`: there
 * are none, or they cannot be read.
 */
export function takeLeashRule(features: Features): { column: Column; cell: Cell } | undefined {
  const limited = features.other.filter(
    ({ column, value }) =>
      value !== undefined && (column.feature === 'off-leash' || column.feature === 'on-leash'),
  )
  const [first] = limited
  if (!first) return undefined
  const clause = (feature: FeatureId, words: string, wordsOfYes: string) => {
    const value = limited.find(({ column }) => column.feature === feature)?.value
    if (value !== undefined) return `${words} ${withinSentence(value.replace(YES_BEFORE, ''))}`
    return features.whole.has(feature) ? wordsOfYes : null
  }
  const text = joined(
    clause('off-leash', 'Off leash', 'Off leash'),
    clause('on-leash', 'On leash', 'On leash at other times'),
  )!
  if (!isReadableRule(text)) return undefined
  features.other = features.other.filter((listed) => !limited.includes(listed))
  for (const ids of [features.present, features.whole]) {
    ids.delete('off-leash')
    ids.delete('on-leash')
  }
  return {
    column: first.column,
    cell: { column: { ...first.column, field: 'access' }, text, isFilled: true },
  }
}

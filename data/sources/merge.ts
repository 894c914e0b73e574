import type { DirectoryPark } from '../model/park.ts'
import { distanceMetres } from '../geo/earth.ts'
import { nameKey } from './gazetteer.ts'

/** Two parks of one name this near each other are one. Metres. */
const SAME_WITHIN = 150

export type Row = Omit<DirectoryPark, 'id'>

/** Names that differ by more than an abbreviation, punctuation or one mistyped letter in a long name are names of different places. */
export function sameName(a: string, b: string): boolean {
  return isSameSpelling(spelledOut(a), spelledOut(b))
}

/** Shorter names are other names when a letter is different. Characters. */
export const LONG_NAME = 10

/** {@link sameName} of two names that {@link spelledOut} has been applied to. */
export function isSameSpelling(left: string, right: string): boolean {
  return (
    left === right ||
    (Math.min(left.length, right.length) >= LONG_NAME &&
      Math.abs(left.length - right.length) <= 1 &&
      digitsOf(left) === digitsOf(right) &&
      isOneEditApart(left, right))
  )
}

export const digitsOf = (text: string) => text.replace(/\D/g, '')

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  res: 'reserve',
  pk: 'park',
  ck: 'creek',
  no: '',
}

/** A name without its abbreviations, small words, punctuation and case. */
export function spelledOut(name: string): string {
  return nameKey(
    name
      .toLowerCase()
      .replace(/\bthe\b|\band\b|&/g, ' ')
      .replace(/[a-z]+/g, (word) => ABBREVIATIONS[word] ?? word),
  )
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [restA, restB] = [a.slice(same), b.slice(same)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

/** Whether two rows tell of one park: one name, and one suburb or less than 150 m between exact positions. */
export function isSamePark(a: Row, b: Row): boolean {
  if (a.state !== b.state) return false
  // Names are the costly part of the comparison, so they come last.
  const isNear =
    a.city === b.city ||
    (a.accuracy === 'exact' && b.accuracy === 'exact' && distanceMetres(a, b) < SAME_WITHIN)
  return isNear && sameName(a.name, b.name)
}

const yearOf = (row: Row) => Number(/\d{4}/.exec(row.asOf ?? '')?.[0] ?? 0)

/** The better known first: exact before approximate, then the newer, then the one that says more. */
function byWorth(a: Row, b: Row): number {
  return (
    Number(b.accuracy === 'exact') - Number(a.accuracy === 'exact') ||
    yearOf(b) - yearOf(a) ||
    b.features.length - a.features.length
  )
}

/** One row from two of the same park: the better known one's facts, and the other's where it is silent. Sources of both are named. */
export function mergePair(a: Row, b: Row): Row {
  const [best, other] = byWorth(a, b) <= 0 ? [a, b] : [b, a]
  const features = best.features.concat(
    other.features.filter((id) => !best.features.includes(id) && !best.lacks.includes(id)),
  )
  return {
    ...best,
    address: best.address || other.address,
    area: best.area || other.area,
    postcode: best.postcode || other.postcode,
    features,
    lacks: best.lacks.concat(other.lacks.filter((id) => !features.includes(id) && !best.lacks.includes(id))),
    size: best.size ?? other.size,
    openingHours: best.openingHours ?? other.openingHours,
    leashHours: best.leashHours ?? other.leashHours,
    description: best.description ?? other.description,
    source: best.source === other.source ? best.source : `${best.source}; ${other.source}`,
  }
}

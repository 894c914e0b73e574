import type { Locality } from '../model/locality.ts'
import type { StateCode } from '../model/state.ts'
import { nameKey } from '../places/text.ts'

export interface LocalityLookup {
  /**
   * Rows with that name in the state, by postcode; several if a place has several postcodes or several places
   * share the name.
   */
  named(name: string, state: StateCode): readonly Locality[]
  /**
   * Rows of the localities whose name is the beginning of the text, longest name first: 'Chowilla Game
   * Reserve' begins with Chowilla.
   */
  beginning(text: string, state: StateCode): readonly Locality[]
}

export function localityLookup(localities: readonly Locality[]): LocalityLookup {
  const byName = new Map<string, Locality[]>()
  for (const locality of localities) {
    const key = `${locality.state} ${nameKey(locality.name)}`
    const rows = byName.get(key)
    if (rows === undefined) byName.set(key, [locality])
    else rows.push(locality)
  }
  const named = (name: string, state: StateCode) => byName.get(`${state} ${nameKey(name)}`) ?? []
  return {
    named,
    beginning(text, state) {
      const words = text.split(/\s+/)
      return words.flatMap((_, dropped) => named(words.slice(0, words.length - dropped).join(' '), state))
    },
  }
}

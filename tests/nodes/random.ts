import { mulberry32 } from '../support/scale-set.ts'

/** Repeatable random choices. When they take effect depends on the machine. */
export interface Random {
  /** A number from `least` to below `most`. */
  between(least: number, most: number): number
  /** One of the choices, by their weights. */
  choose<T extends string>(weights: Record<T, number>): T
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed)
  return {
    between: (least, most) => least + next() * (most - least),
    choose<T extends string>(weights: Record<T, number>): T {
      const names = Object.keys(weights) as T[]
      let at = next() * names.reduce((sum, name) => sum + weights[name], 0)
      return names.find((name) => (at -= weights[name]) < 0) ?? names.at(-1)!
    },
  }
}

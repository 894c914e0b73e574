/** One step of the schema. A released step is never edited: a later step corrects it. */
export interface Migration {
  /** Steps run by ascending number, without gaps. */
  number: number
  name: string
  statements: readonly string[]
}

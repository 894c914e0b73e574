/** One step of the schema. A step that has been released is never edited: what it got wrong, a later one puts right. */
export interface Migration {
  /** Steps run by ascending number, without gaps. */
  number: number
  name: string
  statements: readonly string[]
}

/** An error with a sentence for people. */
export interface ExplainedError extends Error {
  /** The sentence, without the status that the message begins with. */
  readonly sentence: string
  /** Name of the form field that the sentence is about, if any. */
  readonly field: string | null
}

export const isExplained = (error: unknown): error is ExplainedError =>
  error instanceof Error && 'sentence' in error && 'field' in error

/** The sentence for people in an error. */
export const sentenceOf = (error: unknown): string =>
  isExplained(error) ? error.sentence : error instanceof Error ? error.message : String(error)

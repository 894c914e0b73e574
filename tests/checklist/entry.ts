/**
 * A sentence, bullet or row of the specification in its own words, and what holds it:
 * - `folder/file: title`, a test that fails when the sentence is not true;
 * - `decision N`, where a decision says otherwise or more; the tests beside it hold the decision;
 * - `nothing: why`, of a sentence that says nothing of the product.
 */
export type Entry = readonly [sentence: string, ...held: string[]]
export type Checklist = readonly Entry[]

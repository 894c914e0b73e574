/**
 * How a statement of the specification (docs/specification.md) is tested: the tests that fail when it is not
 * true, each as `folder/file: title` with the title of a test or of a `describe`; or the reason why no test
 * asserts it.
 */
export type Entry = readonly [string, ...string[]] | { readonly untested: string }

/** Entries of a section by statement number. */
export type Entries = Readonly<Record<string, Entry>>

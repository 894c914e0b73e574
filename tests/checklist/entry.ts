/**
 * What is known of a statement of the specification (docs/specification.md): the tests that fail when it is not true, each as
 * `folder/file: title`, where the title is that of a test or of a `describe`; or why no test asserts it.
 */
export type Entry = readonly [string, ...string[]] | { readonly untested: string }

/** Entries of a section by the number of the statement. */
export type Entries = Readonly<Record<string, Entry>>

/**
 * Parts of a document that are replaced after it was built, each between two comments:
 * - `screen`: the prerendered screen, in the root element; replaced by the build and the server
 * - `results`: the search results in the screen of `/`; replaced by the service worker
 */
type Part = 'screen' | 'results'

/** The comments around a part. */
export const opening = (part: Part) => `<!--${part}-->`
export const closing = (part: Part) => `<!--/${part}-->`

/** HTML that {@link withPart} can replace later. It must not contain the comments of the same part. */
export const documentPart = (part: Part, html: string) => opening(part) + html + closing(part)

/**
 * Replaces a part of a document by other HTML, which may be replaced again.
 * @returns `undefined` if the document does not contain the part exactly once
 */
export function withPart(document: string, part: Part, html: string): string | undefined {
  const [before, content, ...more] = document.split(opening(part))
  if (before === undefined || content === undefined || more.length > 0) return undefined
  const [, after, ...rest] = content.split(closing(part))
  if (after === undefined || rest.length > 0) return undefined
  return before + documentPart(part, html) + after
}

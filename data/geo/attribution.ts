/** What a tile file says of its makers, which is HTML by both of the usual forms, as plain text. */
export const plainAttribution = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
    .trim()

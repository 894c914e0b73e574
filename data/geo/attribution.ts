/** The attribution of a tile file as plain text. MBTiles and PMTiles both give it as HTML. */
export const plainAttribution = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
    .trim()

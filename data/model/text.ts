export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The beginning of a text, with an ellipsis if that is not all. @param most characters */
export function beginningOf(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}

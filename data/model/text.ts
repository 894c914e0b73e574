export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Fitzroy VIC 3065', without what is missing. */
export const suburbText = ({ city, state, postcode }: { city: string; state: string; postcode: string }) =>
  [city, state, postcode].filter(Boolean).join(' ')

/** The beginning of a text, with an ellipsis if that is not all. @param most characters */
export function beginningOf(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}

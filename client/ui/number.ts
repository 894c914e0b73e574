/** A count as Australians write it, "1,471". By hand: the first screen says one, and the browser's own way takes long to get ready. */
export const sayCount = (count: number): string => String(count).replaceAll(/\B(?=(\d{3}){1,7}$)/g, ',')

import path from 'node:path'

/** Path of the project folder. */
export const root = path.dirname(import.meta.dirname)

import { PRODUCT } from '../model/constants.ts'

/** The document title of the home page, and of pages without a title of their own. */
export const HOME_TITLE = `${PRODUCT}: dog-friendly parks in Australia`

/** The document title of a page with this name. */
export const pageTitle = (name: string) => `${name} | ${PRODUCT}`

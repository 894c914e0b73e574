/** Whether the code runs in the prerenderer, which has no document. */
export const isPrerendering = typeof document === 'undefined'

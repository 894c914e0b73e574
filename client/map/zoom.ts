/** From all of Australia to a park gate. */
export const MIN_ZOOM = 3
export const MAX_ZOOM = 19

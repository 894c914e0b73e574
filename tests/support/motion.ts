/**
 * For windows of tests in which nothing depends on motion. Drawing transitions and smooth scrolling takes a quarter of
 * the processor time of the tests that move through pages by keyboard.
 */
export const REDUCED_MOTION = { reducedMotion: 'reduce' } as const

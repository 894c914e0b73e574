import { prefersReducedMotion } from '../platform/settings-store.ts'

/**
 * Scrolls to the element, or to the top of the page for `null`: smoothly, unless the user prefers reduced
 * motion.
 */
export function scrollSmoothly(target: Element | null) {
  const behavior = prefersReducedMotion() ? 'auto' : 'smooth'
  if (target) target.scrollIntoView({ behavior, block: 'start' })
  else window.scrollTo({ top: 0, behavior })
}

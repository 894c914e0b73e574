/**
 * Whether this is a new visit: not a reload or back/forward navigation, and without a fragment to scroll to.
 */
export function isFreshNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && location.hash === ''
}

/** Whether a person has come to this document anew: no place of it was left, and none is named. */
export function comesAnew(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate' && location.hash === ''
}

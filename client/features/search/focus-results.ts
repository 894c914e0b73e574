/** Moves the focus to the title of the results. For controls that disappear when they are used. */
export function focusResults() {
  const title = document.getElementById('results')
  title?.focus({ preventScroll: true })
  title?.scrollIntoView()
}

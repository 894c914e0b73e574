/** Texts of the page for addresses that lead nowhere. Those that the specification fixes are verbatim. */
export const NOT_FOUND_TEXTS = {
  title: '404 Page Not Found',
  hint: 'Did you forget to add the page to the router?',
  body: 'There is nothing at this address.',
  home: 'Find Parks',
  browse: 'Browse Dog Parks',
} as const

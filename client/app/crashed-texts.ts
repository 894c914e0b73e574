/** Texts of the page that is shown when a page throws. */
export const CRASHED_TEXTS = {
  title: 'Something on this page went wrong',
  body: 'Your favourites are safe on this device.',
} as const

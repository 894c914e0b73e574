/** Words of the user interface that every screen uses. */
export const UI_TEXTS = {
  close: 'Close',
  tryAgain: 'Try again',
  refreshPage: 'Refresh Page',

  pages: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (page: number) => `Page ${page}`,
  },
} as const

/** Words of the user interface that every screen uses. */
export const UI_TEXTS = {
  close: 'Close',
  tryAgain: 'Try again',
  refreshPage: 'Refresh Page',
  backToTop: 'Back to top',
  breadcrumb: 'Breadcrumb',

  password: {
    show: (label: string) => `Show ${label}`,
    showShort: 'Show',
    hideShort: 'Hide',
  },

  pages: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (page: number) => `Page ${page}`,
  },

  toast: {
    region: 'Notifications',
    close: 'Close notification',
  },
} as const

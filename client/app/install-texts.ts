/** Texts of the offer to install the app. */
export const INSTALL_TEXTS = {
  title: 'Keep Offlead at hand',
  body: 'On your home screen it opens at once, with or without reception.',
  apple:
    'In Safari, tap Share, then “Add to Home Screen”. Offlead then opens at once, with or without reception.',
  install: 'Install',
  notNow: 'Not now',
  understood: 'Got it',
} as const

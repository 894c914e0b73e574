/** Texts of the offer to install the app. */
export const INSTALL_TEXTS = {
  title: 'Keep Offlead at hand',
  body: 'On your home screen it opens at once, with or without reception.',
  apple:
    'Tap the Share button of Safari, then “Add to Home Screen”. From there Offlead opens at once, with or without reception.',
  install: 'Install',
  notNow: 'Not now',
  understood: 'Understood',
} as const

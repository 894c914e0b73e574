const parks = (count: number, rest: string) =>
  `${count === 1 ? '1 favourite' : `${count} favourites`} ${rest}`

/** Texts about favourites that every page may show. */
export const FAVOURITE_NOTICE_TEXTS = {
  unsaved: (count: number) =>
    parks(
      count,
      count === 1
        ? 'on this device is not in your account yet.'
        : 'on this device are not in your account yet.',
    ),
  offer: (count: number) => (count === 1 ? 'Sync it' : 'Sync them'),
  memory:
    "This browser doesn't let us store data. What you save lasts until you close this page. Your latest favourites are also in a cookie.",
} as const

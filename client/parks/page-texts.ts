/** Texts that the pages of parks and places have in common. Those that the specification fixes are verbatim. */
export const PAGE_TEXTS = {
  home: 'Home',
  states: 'States',
  missingTitle: 'Park Not Found',
  missingBody: 'There is no park at this address. It may have been removed or merged with another park.',
  successor: 'See the park it was merged into',
  errorTitle: 'There was an error loading this park',
  loading: 'Loading the park',
  somethingWrong: 'Something wrong here?',

  accesses: {
    off_leash: 'Off-leash area',
    off_leash_timed: 'Off-leash at certain times',
    fenced_dog_park: 'Fenced dog park',
    dog_park: 'Dog park',
    dogs_allowed: 'Dogs allowed. Leash rule not known.',
    on_leash: 'On leash',
  },
} as const

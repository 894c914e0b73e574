import type { Entries } from './entry.ts'

/** Section 11 of the specification: Accessibility tools and keyboard. */
export const SECTION_11: Entries = {
  '11.1': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '11.2': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '11.3': [
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
    "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification",
  ],
  '11.4': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '11.5': [
    'browser/settings: the font size goes from 80 to 200 per cent in steps of 10, by the keyboard',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  '11.6': ['browser/settings: the keyboard guide names the keys and what they do'],
  '11.7': ['browser/settings: / leads to the search and Alt+1 home; neither acts while typing'],
  '11.8': ['browser/settings: / leads to the search and Alt+1 home; neither acts while typing'],
  '11.9': [
    'browser/keyboard: a filter is explained, and Esc puts the explanation away',
    'browser/keyboard: the way to a park, from a place that is typed; Esc closes it and leads back',
  ],
  '11.10': ['browser/settings: / leads to the search and Alt+1 home; neither acts while typing'],
  '11.11': ['browser/settings: they can be switched off, and / stays out of the way of a screen reader'],
  '11.12': ['browser/settings: kilometres are remembered, and said on cards, in filters and in directions'],
  '11.13': [
    'browser/settings: the settings act, although the app itself has not come',
    'browser/settings: they act without a network, from what is on the device',
  ],
}

import type { Entries } from './entry.ts'

/** Section 11 of the specification: Accessibility tools and keyboard. */
export const SECTION_11: Entries = {
  '11.1': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '11.2': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '11.3': [
    'browser/settings: have four tabs, a link home, and a reset to off and 100%',
    "browser/settings: stay in step with the header's toggles, also in another tab, under the storage keys of the specification",
  ],
  '11.4': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '11.5': [
    'browser/settings: change the font size from 80 to 200 per cent in steps of 10 by keyboard',
    'browser/settings: have four tabs, a link home, and a reset to off and 100%',
  ],
  '11.6': ['browser/settings: the keyboard guide names the keys and what they do'],
  '11.7': ['browser/settings: use / for the search and Alt+1 for home, and do nothing while typing'],
  '11.8': ['browser/settings: use / for the search and Alt+1 for home, and do nothing while typing'],
  '11.9': [
    'browser/keyboard: a filter shows its description on focus, and Esc closes it',
    'browser/keyboard: directions can be requested from a typed place, and Esc closes them and returns the focus',
    "browser/finding: in a phone's header closes with Esc, after its suggestions, and keeps the text",
  ],
  '11.10': ['browser/settings: use / for the search and Alt+1 for home, and do nothing while typing'],
  '11.11': ['browser/settings: can be switched off, and / is off in screen reader mode'],
  '11.12': ['browser/settings: kilometres are remembered and used on cards, in filters and in directions'],
  '11.13': [
    "browser/settings: apply before the app's code has loaded",
    'browser/settings: apply without a network, from the device',
  ],
  '11.14': [
    'browser/filters: closes when the user goes back, instead of staying open over the results before',
    'browser/filters: is closed by Back on Android, which stays on the page',
  ],
}

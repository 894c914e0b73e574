/** What the settings say. What the specification fixes stands here to the letter. */
export const SETTINGS_TEXTS = {
  title: 'Accessibility Tools',
  lead: 'Kept on this device, in force at once, on every screen, on maps and on paper.',
  back: 'Back to Home',
  reset: 'Reset All Settings',
  resetDone: 'Settings reset',
  resetDoneBody: 'Everything is as it was on the first day.',
  menu: 'Accessibility',
  all: 'All accessibility tools',
  tabsLabel: 'Kinds of settings',
  tabs: {
    visual: 'Visual Settings',
    text: 'Text Settings',
    navigation: 'Navigation Settings',
    keyboard: 'Keyboard Navigation',
  },

  highContrast: 'High Contrast Mode',
  highContrastNote: 'Black, white and edges instead of soft colours. Light or dark, as your system has it.',
  reduceMotion: 'Reduce Motion',
  reduceMotionNote: 'Nothing slides, fades or scrolls by itself.',
  largeText: 'Larger Text',
  largeTextNote: 'A quarter larger, on top of the font size.',
  fontSize: 'Font Size',
  fontSizeNote: 'From 80% to 200%. The screens make room for it.',
  percent: (size: number) => `${size}%`,
  textSpacing: 'Text Spacing',
  textSpacingNote: 'More room between letters, words and lines.',
  sample: 'How it reads',
  sampleText:
    'Fetch at the river end until nine, then back on the leash. Bring water: the tap at the gate is off in winter.',
  screenReader: 'Screen Reader Optimized',
  screenReaderNote:
    'Lists instead of maps, a list of the headings at the top of each page, the focus on the heading of a new page, fewer announcements in passing, and notifications that stay for 20 seconds or more.',
  unit: 'Distances',
  unitNote: 'On cards, maps, filters and directions.',
  miles: 'Miles',
  km: 'Kilometres',
  shortcuts: 'Keyboard shortcuts',
  shortcutsNote:
    'The keys / and Alt+1 below. Never while you type; and / not while Screen Reader Optimized is on, which has its own use for single keys.',

  guide: 'Keys',
  key: 'Key',
  does: 'What it does',
  keys: [
    ['Tab', 'To the next link, button or field'],
    ['Shift+Tab', 'To the one before'],
    ['Enter/Space', 'Opens a link, presses a button, flips a switch'],
    ['Esc', 'Closes what is open: menu, dialog, suggestions, hint'],
    ['/', 'To the search box'],
    ['Alt+1', 'To the home page'],
  ],
  alsoKeys: 'F8 leads to a notification. Arrow keys move between tabs, suggestions and places on the map.',

  on: (name: string) => `${name} turned on`,
  off: (name: string) => `${name} turned off`,
  said: (unit: string) => `Distances in ${unit}`,

  outline: 'On this page',
  mapLeftOut:
    'The map is left out, because Screen Reader Optimized is on. Everything on it is in words on this page.',
} as const

/** Texts of the settings. Those that the specification fixes are verbatim. */
export const SETTINGS_TEXTS = {
  title: 'Accessibility Tools',
  lead: 'These settings are saved on this device. They apply at once, on every screen, on maps and in print.',
  back: 'Back to Home',
  reset: 'Reset All Settings',
  resetDone: 'Settings reset',
  resetDoneBody: 'All settings are back to their defaults.',
  menu: 'Accessibility',
  all: 'All accessibility tools',
  tabsLabel: 'Settings categories',
  tabs: {
    visual: 'Visual Settings',
    text: 'Text Settings',
    navigation: 'Navigation Settings',
    keyboard: 'Keyboard Navigation',
  },

  highContrast: 'High Contrast Mode',
  highContrastNote: 'Black, white and clear borders. Light or dark, like your system.',
  reduceMotion: 'Reduce Motion',
  reduceMotionNote: 'Turns off sliding, fading and smooth scrolling.',
  largeText: 'Larger Text',
  largeTextNote: '25% larger, on top of the font size.',
  fontSize: 'Font Size',
  fontSizeNote: 'From 80% to 200%.',
  percent: (size: number) => `${size}%`,
  textSpacing: 'Text Spacing',
  textSpacingNote: 'More space between letters, words and lines.',
  sample: 'Preview',
  sampleText:
    'Fetch at the river end until nine, then back on the leash. Bring water: the tap at the gate is off in winter.',
  screenReader: 'Screen Reader Optimized',
  screenReaderNote:
    'Lists instead of maps, a list of headings at the top of each page, the focus on the heading of each new page, fewer announcements, and notifications that stay for at least 20 seconds.',
  unit: 'Distances',
  unitNote: 'On cards, maps, filters and directions.',
  miles: 'Miles',
  km: 'Kilometres',
  shortcuts: 'Keyboard shortcuts',
  shortcutsNote:
    'Turns on / and Alt+1 (see below). They do nothing while you type. The / key is off with Screen Reader Optimized, because screen readers use single keys.',

  guide: 'Keys',
  key: 'Key',
  does: 'What it does',
  keys: [
    ['Tab', 'Go to the next link, button or field'],
    ['Shift+Tab', 'Go to the previous one'],
    ['Enter/Space', 'Open a link, press a button, flip a switch'],
    ['Esc', 'Close a menu, dialog, suggestion list or tooltip'],
    ['/', 'Go to the search box'],
    ['Alt+1', 'Go to the home page'],
  ],
  alsoKeys: 'F8 moves to a notification. Arrow keys move between tabs and suggestions, and move the map.',

  on: (name: string) => `${name} turned on`,
  off: (name: string) => `${name} turned off`,
  unitChanged: (unit: string) => `Distances in ${unit}`,

  pageHeadings: 'On this page',
} as const

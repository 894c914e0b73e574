/** Texts of the frame around every screen. Those that the specification fixes are verbatim. */
export const APP_TEXTS = {
  skip: 'Skip to main content',

  header: {
    main: 'Main',
    search: 'Search for parks',
    menu: 'Menu',
    accessibility: 'Accessibility',
    accessing: 'Accessing location',
    loadingLocationPage: 'Loading location page',
    tabs: {
      search: 'Search for Dog Park',
      browse: 'Browse Dog Parks',
      favourites: 'My Favourites',
      submit: 'Submit Park',
    },
  },

  account: {
    login: 'Login',
    createAccount: 'Create Account',
    signUp: 'Sign Up',
    hi: (username: string) => `Hi, ${username}`,
    favourites: 'My Favourites',
    profile: 'Profile',
    admin: 'Admin Dashboard',
    logout: 'Logout',
  },

  notices: {
    offline: (when: string) => `No signal. Showing the parks on this device, updated ${when}.`,
    unreachable: "You're connected, but our server isn't responding. We'll keep trying.",
    offlineEmpty: 'No signal, and no parks on this device yet.',
    limitedTitle: 'Using Limited Data Mode',
    limitedBody:
      "We can't reach the park directory, so these are ten sample parks. Search and filters still work.",
    updateTitle: 'A new version is ready.',
    updateAction: 'Reload',
    blocked: 'An older version of Offlead is open in another tab or window. Close it to continue here.',
  },

  footer: {
    find: 'Find parks',
    states: 'By state',
    cities: 'Big cities',
    contact: 'Contact Us',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    offlead: 'Offlead',
    claim: 'Dog-friendly parks in Australia, with or without reception.',
    signs: 'Councils change their rules. Always check the sign at the gate.',
    allStates: 'Dog Parks by State',
    offline: 'Offline areas',
  },
} as const

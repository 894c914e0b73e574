/** Texts of logging out, apart from the other texts of accounts, because every screen can show them. */
export const SIGN_OUT_TEXTS = {
  loggedOut: 'Logged out',
  loggedOutBody: 'You have been successfully logged out',
  loggedOutHere: "You're signed out on this device. We'll finish signing you out when you're online.",
  failed: 'Logout failed',
} as const

import { PRODUCT } from '../../../data/model/constants.ts'

/** Texts of the account screens. Those that the specification quotes must not be changed. */
export const ACCOUNT_TEXTS = {
  title: `Welcome to ${PRODUCT}`,
  subtitle: 'Find and explore dog-friendly parks in your area',
  dialog: 'Login or create an account to save your favorite dog parks.',
  close: 'Close',
  errorTitle: 'Authentication Error',
  checking: (username: string) => `Checking whether ${username} is logged in on this device…`,
  tabs: { login: 'Login', register: 'Register' },

  username: 'Username',
  usernameNote: 'Or your email address',
  password: 'Password',
  login: 'Login',
  loggingIn: 'Logging in...',
  forgot: 'Forgot password?',
  forgotToast: 'Password reset functionality coming soon!',
  reset: {
    lead: "Enter your email address and we'll send you a link to set a new password.",
    email: 'Email',
    send: 'Send link',
    sending: 'Sending...',
    back: 'Back to login',
    sentTitle: 'Check your email',
    sent: (email: string) =>
      `If there is an account for ${email}, we've sent a link to it. It works once, for 30 minutes.`,
    title: 'Set a new password',
    titleLead: 'This signs you out on all your devices.',
    disconnects: (names: readonly string[]) =>
      `It also disconnects these ways to sign in: ${names.join(', ')}. You can connect them again in your profile.`,
    password: 'New Password',
    save: 'Set password',
    saving: 'Saving...',
    done: 'Password changed',
    doneBody: 'Log in with your new password.',
    again: 'Go to login',
  },

  dogName: 'Dog Name (Optional)',
  dogNameNote: "Enter your dog's name if you have one",
  email: 'Email',
  confirmPassword: 'Confirm Password',
  fullName: 'Full Name (Optional)',
  address: 'Home Address (Optional)',
  addressNote: 'Used to find parks near you',
  register: 'Register',
  registering: 'Registering...',
  create: 'Create Account',
  creating: 'Creating account...',

  orContinue: 'Or continue with',
  orRegister: 'Or register with',
  unavailable: (names: readonly string[]) => `Not available on this site: ${names.join(', ')}.`,
  offline:
    "You're offline. You can log in or create an account when you're back online. Parks, favourites and the map work offline.",

  welcomeBack: 'Welcome back!',
  loggedInAs: (username: string) => `You are now logged in as ${username}`,
  created: 'Account created',
  createdInDialog: 'Account created successfully',
  welcome: (username: string) => `Welcome to ${PRODUCT}, ${username}!`,
  welcomeAll: `Welcome to ${PRODUCT}!`,
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  registrationTrouble: 'There was a problem creating your account',

  signOut: {
    title: 'Before you log out',
    changes: (count: number) =>
      count === 1
        ? '1 change has not reached your account yet.'
        : `${count.toLocaleString('en-AU')} changes have not reached your account yet.`,
    drafts: (count: number) =>
      count === 1
        ? 'You filled in a form and have not sent it.'
        : `You filled in ${count} forms and have not sent them.`,
    send: 'Send and log out',
    sending: 'Sending...',
    notSent: (count: number) =>
      count === 1
        ? '1 change could not be sent just now. Try again later or choose an option below.'
        : `${count} changes could not be sent just now. Try again later or choose an option below.`,
    keep: 'Keep and log out',
    keepChanges: "Changes stay hidden on this device. We'll send them when you log in here again.",
    keepDrafts: 'What you typed stays hidden on this device until you log in here again.',
    discard: 'Discard and log out',
    discardNote: 'What you have not sent is deleted. This cannot be undone.',
    stay: 'Stay logged in',
  },

  benefitsTitle: 'Why create an account',
  benefits: [
    'Find parks near your location',
    'Filter by amenities and features',
    'Save your favourite parks',
    'Get detailed information',
  ],

  profile: {
    title: 'Profile',
    hi: (username: string) => `Hi, ${username}`,
    loading: 'Loading your profile',
    errorTitle: "We can't show your profile right now",
    offlineTitle: "You're offline",
    offline:
      "You can see and change your details when you're back online. Your favourites are saved on this device.",
    offlineShown: "You're offline. You can change your details when you're back online.",
    storedShown:
      'These are your details as saved on this device. You can change them when our server answers.',
    favourites: 'My Favourites',
    saved: 'Saved',
    cancel: 'Cancel',
    save: 'Save',
    saving: 'Saving...',
    currentPassword: 'Current Password',

    details: 'Your details',
    fullName: 'Full Name',
    address: 'Home Address',
    parksNear: (suburb: string) => `Parks near ${suburb}`,
    passwordNote: 'Enter your current password below to change this',
    picture: 'Picture',
    choosePicture: 'Choose a picture',
    removePicture: 'Remove picture',
    pictureFailed: 'This file is not a picture we can use',

    passwordTitle: 'Password',
    setPassword: 'Set a password to log in without Google, Apple or Microsoft.',
    passwordLead: 'Changing your password signs you out on all other devices.',
    newPassword: 'New Password',
    changePassword: 'Change password',
    changing: 'Changing...',
    passwordChanged: 'Password changed',
    passwordChangedBody: 'You have been signed out on all other devices.',

    dogs: 'Your dogs',
    noDogs: 'No dogs yet.',
    dogName: 'Name',
    breed: 'Breed',
    addDog: 'Add a dog',
    add: 'Add',
    adding: 'Adding...',
    edit: (name: string) => `Edit ${name}`,
    editShort: 'Edit',
    remove: (name: string) => `Remove ${name}`,
    removeShort: 'Remove',

    providers: 'Ways to sign in',
    connected: (email: string | null) => (email === null ? 'Connected' : `Connected as ${email}`),
    notConnected: 'Not connected',
    unavailable: 'Not available',
    connect: (name: string) => `Connect ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
    connecting: 'Connecting...',
    connectWithPassword: (name: string) => `To connect ${name}, enter your current password.`,

    devices: 'Signed in on',
    thisDevice: 'This device',
    lastSeen: (when: string) => `Last used ${when}`,
    signOutDevice: (device: string) => `Sign out ${device}`,
    signOutShort: 'Sign out',
    signOutOthers: 'Sign out everywhere else',

    data: 'Your data',
    dataLead: 'Download everything we store about you as a file.',
    export: 'Export my data',

    delete: 'Delete account',
    deleteLead:
      'Your account, favourites, dogs, reviews and search history are deleted for good. So is what you have not sent from this device. This cannot be undone.',
    deleteConfirm: (username: string) => `Type ${username} to confirm`,
    deleteMismatch: (username: string) => `This is not ${username}`,
    deleteNow: 'Delete my account',
    deleting: 'Deleting...',
    deleted: 'Account deleted',
    deletedBody: 'Your data has been deleted from our server.',
  },
} as const

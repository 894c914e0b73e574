import { PRODUCT } from '../../../data/model/constants.ts'

/** What the screens of accounts say. Texts that the specification quotes are to the letter. */
export const ACCOUNT_TEXTS = {
  title: `Welcome to ${PRODUCT}`,
  subtitle: 'Find and explore dog-friendly parks in your area',
  dialog: 'Login or create an account to save your favorite dog parks.',
  close: 'Close',
  errorTitle: 'Authentication Error',
  tabs: { login: 'Login', register: 'Register' },

  username: 'Username',
  usernameNote: 'Or your e-mail address',
  password: 'Password',
  login: 'Login',
  loggingIn: 'Logging in...',
  forgot: 'Forgot password?',
  forgotToast: 'Password reset functionality coming soon!',

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
  offline:
    'No network. Logging in and creating an account need one; parks, favourites and the map work without.',

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
    lead: (count: number) =>
      count === 1
        ? '1 change has not reached your account yet.'
        : `${count.toLocaleString('en-AU')} changes have not reached your account yet.`,
    send: 'Send and log out',
    sending: 'Sending...',
    notSent: (count: number) =>
      count === 1
        ? '1 change could not be sent just now. Try again later, or choose below.'
        : `${count} changes could not be sent just now. Try again later, or choose below.`,
    keep: 'Keep and log out',
    keepNote: 'They stay on this device, seen by nobody, and are sent when you log in here again.',
    discard: 'Discard and log out',
    discardNote: 'They are gone for good.',
    stay: 'Stay logged in',
  },

  benefitsTitle: 'What an account is for',
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
    errorTitle: 'Your profile cannot be shown just now',
    offlineTitle: 'No network',
    offline:
      'Your details are in your account: they come, and can be changed, as soon as there is a connection again. Your favourites are on this device.',
    offlineShown:
      'No network. What is in your account can be changed as soon as there is a connection again.',
    favourites: 'My Favourites',
    since: (when: string) => `With us since ${when}`,
    saved: 'Saved',
    cancel: 'Cancel',
    save: 'Save',
    saving: 'Saving...',
    currentPassword: 'Current Password',

    details: 'Your details',
    fullName: 'Full Name',
    address: 'Home Address',
    passwordNote: 'To change it, enter your current password below',
    picture: 'Picture',
    choosePicture: 'Choose a picture',
    removePicture: 'Remove picture',
    pictureFailed: 'This file is no picture that can be read',

    passwordTitle: 'Password',
    setPassword: 'Set a password, and you can log in without a provider as well.',
    passwordLead: 'Every other device is signed out when you change it.',
    newPassword: 'New Password',
    changePassword: 'Change password',
    changing: 'Changing...',
    passwordChanged: 'Password changed',
    passwordChangedBody: 'Every other device has been signed out.',

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
    unavailable: 'Not available here',
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
    dataLead: 'Everything that is kept of you, as a file.',
    export: 'Export my data',

    delete: 'Delete account',
    deleteLead:
      'Your account, favourites, dogs, reviews and search history are deleted for good. This cannot be undone.',
    deleteConfirm: (username: string) => `Type ${username} to confirm`,
    deleteMismatch: (username: string) => `This is not ${username}`,
    deleteNow: 'Delete my account',
    deleting: 'Deleting...',
    deleted: 'Account deleted',
    deletedBody: 'Nothing of it is left on the server.',
  },
} as const

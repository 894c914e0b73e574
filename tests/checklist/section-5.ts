import type { Checklist } from './entry.ts'

/** Section 5 of the specification: Validation rules. */
export const SECTION_5: Checklist = [
  [
    'Search text: must be non-blank after trimming, or submit does nothing and the button is disabled.',
    'browser/results: is disabled when the text is empty or blank, and cleared after submit',
    'browser/find-a-park: of blanks cannot be sent',
  ],
  [
    'An empty search is not saved to history or persisted; an empty search shows all parks.',
    'store/history: a blank search is not kept, nor noted as the last one',
    'server/sync/routes: a blank search is not kept',
    'data/search/places: while a blank one finds every park',
  ],
  ['The favourites page search ignores empty input.', 'browser/favourites: ignores empty input'],
  [
    'Directions: a start address is required.',
    'browser/directions: an empty start is not sent, and Enter says why',
  ],
  [
    "If missing: toast 'Missing information: Please enter a starting location.'",
    'browser/directions: an empty start is not sent, and Enter says why',
  ],
  [
    'The Get Directions button is disabled while the field is empty.',
    'browser/directions: an empty start is not sent, and Enter says why',
  ],
  [
    "Login page: username at least 3 characters ('Username must be at least 3 characters'); password at least 6 ('Password must be at least 6 characters').",
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
    'data/model/account: login page',
  ],
  [
    "Register page: username (dog name) optional, at least 3 if given ('Dog Name must be at least 3 characters'); email valid ('Please enter a valid email'); password at least 6; confirmPassword must equal password ('Passwords don't match', shown on the confirm field). confirmPassword is not sent to the server.",
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
    'data/model/account: register page',
    'data/model/account: what a form sends is what the server takes: the confirmation stays behind, empty fields count as left out',
    'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself',
  ],
  [
    "Login dialog: username required ('Username is required'); password required ('Password is required').",
    'browser/accounts: asks for both fields, and closes with Esc',
    'data/model/account: login dialog',
  ],
  [
    "Register dialog: dog name at least 3 if given; email 'Invalid email address'; password at least 6; passwords must match; full name and address optional.",
    'data/model/account: register dialog',
    'browser/accounts: makes an account and gives the focus to what stands in its place',
  ],
  [
    "Review: rating 1 to 5; comment 3 to 2000 characters ('Review must be at least 3 characters', 'Review cannot exceed 2000 characters'); title at most 100 ('Title cannot exceed 100 characters'); visitDate optional date; photoUrls optional list of valid URLs.",
    'data/model/review: a review is rated 1 to 5 and has 3 to 2000 characters; title, day and photos may be left out',
    'server/sync/routes: a review %o is answered: %s',
  ],
  [
    'Park visit: duration at least 1 if given; rating 1 to 5 if given.',
    'data/model/review: a visit lasts a minute or more and is rated 1 to 5, where that is said',
    'server/sync/routes: visits are read by who made them alone',
  ],
  [
    "Import file: CSV mode, the name must end .csv ('Please select a CSV file (.csv)').",
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'server/import/import: of a CSV under another name is refused',
  ],
  [
    "Excel mode, it must end .xlsx or .xls ('Please select an Excel file (.xlsx or .xls)').",
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'server/import/import: of a workbook under another name is refused',
  ],
  [
    "Size at most 10 MB ('File size should be less than 10MB').",
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'server/import/import: of more than 10 MB is stopped while it comes',
  ],
  [
    "No file: 'Please select a file first'.",
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
  ],
  [
    'Submit park form: required parkName, address, suburb, postcode, state.',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
  ],
  [
    'Optional: description, website (URL type), openingHours, features.',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  [
    'No postcode format check is shown.',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
  ],
  [
    'Contact form: name, email (email type), subject and message all required.',
    'browser/forms: has its hours and its link, and asks for all four things',
  ],
  ['Select items must not have an empty value.', 'ui/choices: no item of a list has an empty value'],
]

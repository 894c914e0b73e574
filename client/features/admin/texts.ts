import type { AnalyticsView } from '../../../data/model/analytics.ts'
import type { AdminAction } from '../../../data/model/admin-log.ts'
import type { ImportOutcome } from '../../../data/model/import.ts'
import type { InboxItemKind } from '../../../data/model/inbox.ts'
import type { LocationAccuracy } from '../../../data/model/park.ts'
import type { PointMethod } from '../../../data/model/placed-point.ts'
import type { InboxItemStatus, ReportReason } from '../../../data/model/submission.ts'

const number = (count: number) => count.toLocaleString('en-AU')
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

/**
 * Texts of the administrators' screens. Those that the specification fixes (sections 2, 5 and 8) are
 * verbatim.
 */
export const ADMIN_TEXTS = {
  title: 'Admin Dashboard',
  checking: 'Loading your account',
  denied: 'Access Denied',
  deniedBody: 'This page is for administrators.',
  offline: "You're offline. These pages need a connection to load and to save changes.",
  needsNetwork: 'You need to be online for this.',
  areas: 'Administration',
  dashboard: 'Dashboard',
  inbox: 'Inbox',
  imports: 'Past imports',
  rules: 'Rules unknown',
  log: 'Log',
  waiting: (count: number) => `${number(count)} waiting`,
  failed: 'Something went wrong',
  tryAgain: 'Try again',
  loading: 'Loading',
  showMore: (more: number) => `Show ${number(more)} more`,
  showing: (shown: number, total: number) =>
    shown === total ? counted(total, 'row', 'rows') : `${number(shown)} of ${counted(total, 'row', 'rows')}`,
  back: 'Back to the list',
  cancel: 'Cancel',

  tabs: { import: 'Import Data', analytics: 'Analytics', parks: 'Manage Parks', users: 'User Management' },
  comingSoon: 'coming soon',

  upload: {
    title: 'Import Data',
    lead: 'A list of parks as published by a council. One row per park, with column names in the first row.',
    fileType: 'File type',
    types: { csv: 'CSV', excel: 'Excel' },
    accepts: { csv: '.csv', excel: '.xlsx,.xls' },
    choose: { csv: 'Choose a CSV file', excel: 'Choose an Excel file' },
    limit: { csv: '.csv, at most 10 MB', excel: '.xlsx or .xls, at most 10 MB' },
    another: 'Choose another file',
    none: 'No file chosen',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    source: 'Who published the list (optional)',
    sourceNote: 'Shown on each park: a council or a web address',
    check: 'Check file',
    checking: 'Checking...',
    upload: 'Upload',
    uploading: 'Uploading...',
    cancel: 'Cancel',
    sent: (percent: number) => `${percent}% sent`,
    reading: 'Sent. The server is importing the file.',
    readingDry: 'Sent. The server is checking the file. Nothing is changed.',
    success: 'Upload Successful',
    successBody: (imported: number) =>
      `Successfully imported ${imported} ${imported === 1 ? 'park' : 'parks'}`,
    failed: 'Upload Failed',
    failedToUpload: 'Failed to upload file',
    wentWrong: 'Something went wrong during upload',
    imported: (imported: number, total: number) =>
      `Imported ${imported} ${imported === 1 ? 'park' : 'parks'} out of ${total} ${total === 1 ? 'entry' : 'entries'}.`,
    invalid: (failed: number) => (failed === 1 ? '1 entry was invalid.' : `${failed} entries were invalid.`),
    checked: (imported: number, total: number) =>
      `Nothing has changed yet. ${number(imported)} of ${counted(total, 'entry', 'entries')} can be imported.`,
    figures: {
      created: (count: number) => counted(count, 'new park', 'new parks'),
      updated: (count: number) => `${number(count)} changed`,
      unchanged: (count: number) => `${number(count)} the same as before`,
      merged: (count: number) => counted(count, 'duplicate row merged', 'duplicate rows merged'),
      unpublished: (count: number) => `${number(count)} not published: dog rules unknown`,
      pictures: (count: number) => counted(count, 'picture is being copied', 'pictures are being copied'),
    },
    setRules: 'Set dog rules',
    seeImports: 'See or undo past imports',
    failures: 'Download failed rows with reasons',
    readAs: 'Read as',
    mapping: 'Column mapping',
    column: 'Column',
    meaning: 'Imported as',
    example: 'First value',
    leftOut: 'Not imported',
    preview: 'What would change',
    previewDone: 'What changed',
    previewMost: (shown: number) =>
      shown === 1
        ? 'The first row that changes something or cannot be read.'
        : `The first ${shown} rows that change something or cannot be read.`,
    nothing: 'Nothing would change.',
    notUnderstood: 'Not understood',
    notUnderstoodLead: 'These texts are shown on the park page as published. They open or close nothing.',
    notUnderstoodMost: (shown: number, total: number) =>
      total > shown ? `The first ${number(shown)} of ${number(total)}.` : '',
    text: 'Text',
    row: 'Row',
    park: 'Park',
    outcome: 'Outcome',
    details: 'Details',
    outcomes: { new: 'New', updated: 'Changed', unchanged: 'Same', failed: 'Invalid' } satisfies Record<
      ImportOutcome,
      string
    >,
    change: (field: string, before: string, after: string) =>
      `${field}: ${before === '' ? 'nothing' : `“${before}”`} becomes ${after === '' ? 'nothing' : `“${after}”`}`,
    keptBack: 'Not published until someone sets the dog rules.',
  },

  past: {
    title: 'Past imports',
    lead: 'You can undo a whole import. Parks it added are removed, and parks it changed go back to what they were.',
    empty: 'Nothing has been imported yet.',
    error: 'Failed to load the imports',
    by: (username: string | null) => (username === null ? 'from the command line' : `by ${username}`),
    figures: (imported: number, total: number) =>
      `${number(imported)} of ${counted(total, 'entry', 'entries')} imported`,
    pictures: (copied: number, all: number, failed: number) =>
      `${number(copied)} of ${counted(all, 'picture', 'pictures')} copied${failed > 0 ? `, ${number(failed)} failed` : ''}`,
    undo: 'Undo',
    undoOf: (file: string) => `Undo the import of ${file}`,
    sure: (file: string) => `Undo ${file}? Devices get the change with their next update.`,
    undoNow: 'Undo this import',
    undoing: 'Undoing...',
    undone: 'Import undone',
    undoneAt: (when: string, who: string | null) => `Undone on ${when}${who === null ? '' : ` by ${who}`}`,
  },

  unknown: {
    title: 'Rules unknown',
    lead: "These parks came from a list that doesn't say what the dog rules are. They stay unpublished until you set them.",
    empty: 'There are no parks with unknown rules.',
    error: 'Failed to load the parks',
    rule: (park: string) => `Dog rules in ${park}`,
    choose: 'Choose the rule',
    publish: 'Publish',
    publishOf: (park: string) => `Publish ${park}`,
    publishing: 'Publishing...',
    published: 'Park published',
    source: (source: string, asOf: string | null) => (asOf === null ? source : `${source}, ${asOf}`),
    first: 'Choose the rule first',
  },

  freshness: {
    title: 'Oldest facts',
    lead: 'The parks whose facts have no date or are the oldest. Open the page, compare, and confirm what is still true.',
    empty: 'There are no parks.',
    error: 'Failed to load the parks',
    byCouncil: 'Council',
    allCouncils: 'All councils',
    noCouncil: 'No council known',
    council: (name: string, parks: number, undated: number, oldest: number | null) =>
      `${name}: ${counted(parks, 'park', 'parks')}${oldest === null ? '' : `, oldest ${oldest}`}${undated === 0 ? '' : `, ${number(undated)} undated`}`,
    source: (publishers: string, asOf: string | null) =>
      asOf === null ? `${publishers}, undated` : `${publishers}, ${asOf}`,
    openPage: 'Open the page',
    openPageOf: (park: string) => `Open the page about ${park} (opens in a new tab)`,
    stillTrue: 'Checked today, still true',
    stillTrueOf: (park: string) => `Checked today, still true: ${park}`,
    saving: 'Saving...',
    checked: 'Checked today',
  },

  activityLog: {
    title: 'Log',
    lead: 'What administrators have done. Entries are never deleted.',
    empty: 'There are no entries yet.',
    error: 'Failed to load the log',
    when: 'When',
    who: 'Who',
    what: 'What',
    which: 'Subject',
    details: 'Details',
    commandLine: 'Command line',
    names: {
      import: 'Imported',
      'import-undone': 'Import undone',
      'positions-located': 'Positions found',
      'rule-said': 'Dog rules set',
      'submission-accepted': 'Submission accepted',
      'submission-rejected': 'Submission rejected',
      'report-accepted': 'Report accepted',
      'report-rejected': 'Report rejected',
      'message-closed': 'Message closed',
      'park-checked': 'Park checked',
    } satisfies Record<AdminAction, string>,
  },

  analytics: {
    title: 'Analytics',
    zone: 'Days are in AEST.',
    from: 'From',
    to: 'To',
    range: 'Range',
    wrongRange: 'The end date is before the start date.',
    presets: { all: 'All time', week: '7 days', month: '30 days', year: '12 months' },
    unknown: 'Unknown',
    never: 'Never',
    none: 'N/A',
    minutes: (minutes: number) => `${number(minutes)} min`,
    export: 'Download as CSV',
    exportOf: (table: string) => `Download as CSV: ${table}`,
    asTable: 'Show as a table',
    tables: {
      users: {
        title: 'Users',
        error: 'Failed to load user analytics data',
        empty: 'No user analytics data available',
        columns: {
          username: 'Username',
          parksVisited: 'Parks Visited',
          totalSearches: 'Total Searches',
          favoritesAdded: 'Favorites Added',
          reviewsWritten: 'Reviews Written',
          lastActive: 'Last Active',
        },
      },
      visits: {
        title: 'Park Visits',
        error: 'Failed to load park visits data',
        empty: 'No park visits data available',
        columns: {
          park: 'Park',
          username: 'User',
          visitDate: 'Visit Date',
          duration: 'Duration',
          rating: 'Rating',
        },
      },
      terms: {
        title: 'Search Terms',
        error: 'Failed to load search terms data',
        empty: 'No search term data available',
        columns: { term: 'Search Term', count: 'Count' },
      },
      features: {
        title: 'Search Features',
        error: 'Failed to load search features data',
        empty: 'No search feature data available',
        columns: { feature: 'Feature', count: 'Count' },
      },
    } satisfies Record<AnalyticsView, { title: string; error: string; empty: string; columns: object }>,
    days: {
      title: 'Searches over time',
      error: 'Failed to load the searches over time',
      empty: 'No searches in this period.',
      picture: (total: number, per: string, most: number, when: string) =>
        `${counted(total, 'search', 'searches')}, ${per}. The highest count is ${number(most)}, ${when}.`,
      per: { day: 'by day', week: 'by week', month: 'by month' },
      weekOf: (day: string) => `week of ${day}`,
      when: 'When',
      count: 'Searches',
      found: 'Found something',
      nothing: 'Found nothing',
    },
    places: {
      title: 'Where people search',
      lead: 'Only searches with a shared location, rounded to a tenth of a degree (about 11 km).',
      error: 'Failed to load where people search',
      empty: 'No searches with a location in this period.',
      picture: (places: number, most: string, count: number) =>
        `Map of Australia with ${counted(places, 'place', 'places')} people search from. The most searches, ${number(count)}, are near ${most}.`,
      place: 'Near',
      count: 'Searches',
    },
    top: {
      title: 'Top terms',
      picture: (first: string, count: number) =>
        `The terms searched most. First: ${first}, ${counted(count, 'time', 'times')}.`,
    },
  },

  inboxItem: {
    title: 'Inbox',
    kinds: { submissions: 'Submissions', reports: 'Reports', messages: 'Messages' } satisfies Record<
      InboxItemKind,
      string
    >,
    status: 'Show',
    statuses: { new: 'New', accepted: 'Accepted', rejected: 'Rejected' } satisfies Record<
      InboxItemStatus,
      string
    >,
    all: 'All',
    empty: {
      new: 'Nothing new here.',
      accepted: 'Nothing accepted yet.',
      rejected: 'Nothing rejected yet.',
      all: 'Nothing received yet.',
    },
    error: 'Failed to load the inbox',
    missing: 'There is no item with this number.',
    from: (username: string | null) =>
      username === null ? 'from someone without an account' : `from ${username}`,
    sentOn: (when: string) => `Sent on ${when}`,
    decided: (status: InboxItemStatus, when: string, who: string | null) =>
      `${status === 'accepted' ? 'Accepted' : 'Rejected'} on ${when}${who === null ? '' : ` by ${who}`}.`,
    note: 'Note for other administrators (optional)',
    reject: 'Reject',
    rejecting: 'Rejecting...',
    rejected: 'Rejected',
    saving: 'Saving...',
    reasons: {
      gone: 'The park is gone',
      'rule-changed': 'The rule for dogs has changed',
      'wrong-place': "It's in a different place",
      other: 'Something else',
    } satisfies Record<ReportReason, string>,
    ofReview: 'A review',
    unnamed: 'Unknown park',

    placed: {
      title: 'Position from the sender',
      how: (method: PointMethod, name = '') =>
        ({
          map: 'Placed on the map',
          device: 'Where the sender was',
          'named-park': `Position of ${name}`,
        })[method],
      accuracy: (metres: number) => `accurate to about ${number(metres)} m`,
      distance: (metres: number, from: string) => `${number(metres)} m from ${from}`,
      current: {
        exact: 'the current position, which is exact',
        near: 'the current position, which is near the park',
        suburb: "the current position, which is the suburb's centre",
      } satisfies Record<LocationAccuracy, string>,
      use: 'Use this position',
    },

    asSent: 'As submitted',
    website: 'Website',
    notes: 'Filled in automatically',
    duplicates: 'Possible duplicates',
    duplicateDistance: (metres: number) => `${number(metres)} m from the position below`,
    publishPark: 'Publish park',
    parkPublished: 'Park published',
    parkPublishedBody: 'Devices get it with their next update.',
    seePark: 'See the park',
    facts: 'Park details',
    position: 'Where it is',

    currentDetails: 'Current details',
    notThere: 'This park is no longer in the directory, so the report can only be rejected.',
    reviewNotThere: 'This review no longer exists, so the report can only be rejected.',
    editLead:
      'Correct what is wrong and save. The details are then dated with the year of the report. Saving without changes confirms the current details.',
    saveFacts: 'Save and accept',
    saved: 'Park details saved',
    gone: 'The park is gone',
    goneLead: 'This removes the park from the directory. People who saved it are told.',
    successor: 'Number of the park it was merged into (optional)',
    successorNote: 'The number at the end of that park’s address',
    successorWrong: 'Enter a valid park number',
    remove: 'Remove park',
    removed: 'Park removed',
    moderate: 'Mark review as moderated',
    moderated: 'Review marked as moderated',
    reply: 'Reply by email',
    done: 'Mark as done',
    closed: 'Marked as done',
  },

  park: {
    name: 'Name',
    address: 'Address',
    city: 'Suburb or town',
    state: 'State',
    postcode: 'Postcode',
    latitude: 'Latitude',
    longitude: 'Longitude',
    accuracy: 'Position accuracy',
    accuracies: { exact: 'Exact point', near: 'Within about 500 m', suburb: 'Suburb only' },
    access: 'Dog rules',
    choose: 'Choose',
    size: 'Size',
    unknown: 'Not known',
    features: 'Features',
    openingHours: 'Opening hours',
    hoursNote: "As the source states it: 'Dawn to Dusk', '5:00 AM - 9:00 PM'",
    leashHours: 'Leash hours',
    phone: 'Phone',
    description: 'Description',
  },
} as const

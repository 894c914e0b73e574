import * as z from 'zod/mini'
import { CouncilCode } from './council.ts'
import { FeatureId } from './feature.ts'
import { DogAccess, ParkId } from './park.ts'
import { StateCode } from './state.ts'

/**
 * The types of files that an administrator can upload. The file is in the form part named in {@link
 * IMPORT_PART}.
 */
export const IMPORT_FILE_TYPES = ['csv', 'excel'] as const
export const ImportFileType = z.enum(IMPORT_FILE_TYPES)
export type ImportFileType = z.infer<typeof ImportFileType>

export const IMPORT_PART = { csv: 'csvFile', excel: 'excelFile' } as const satisfies Record<
  ImportFileType,
  string
>

/** Maximum size of a file in bytes (specification 19.34: 10 MB). */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const FILE_TOO_LARGE = 'File size should be less than 10MB'
export const NO_FILE = 'Please select a file first'

/**
 * Checks a selected file; returns the message of specification 15.29 or 15.30, or `undefined` if the file can
 * be sent.
 */
export function importFileProblem(
  fileType: ImportFileType,
  file: { name: string; size: number } | null | undefined,
): string | undefined {
  if (!file) return NO_FILE
  if (fileType === 'csv' && !/\.csv$/i.test(file.name)) return 'Please select a CSV file (.csv)'
  if (fileType === 'excel' && !/\.xlsx?$/i.test(file.name))
    return 'Please select an Excel file (.xlsx or .xls)'
  return file.size > IMPORT_MAX_BYTES ? FILE_TOO_LARGE : undefined
}

/**
 * The fields of a park that a column of a list can have. `coordinates`: both in one cell. `hours`: opening
 * and leash hours mixed.
 */
const IMPORT_FIELDS = [
  'name',
  'address',
  'suburb',
  'city',
  'state',
  'postcode',
  'latitude',
  'longitude',
  'coordinates',
  'accuracy',
  'access',
  'features',
  'feature',
  'openingHours',
  'leashHours',
  'hours',
  'size',
  'description',
  'phone',
  'website',
  'rating',
  'imageUrl',
  'source',
  'sourceId',
  'asOf',
] as const
export const ImportField = z.enum(IMPORT_FIELDS)
export type ImportField = z.infer<typeof ImportField>

export const IMPORT_FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  name: 'Name',
  address: 'Address',
  suburb: 'Suburb',
  city: 'City or council',
  state: 'State',
  postcode: 'Postcode',
  latitude: 'Latitude',
  longitude: 'Longitude',
  coordinates: 'Coordinates',
  accuracy: 'Position accuracy',
  access: 'Dog rules',
  features: 'Features',
  feature: 'Feature, yes or no',
  openingHours: 'Opening hours',
  leashHours: 'Leash hours',
  hours: 'Hours',
  size: 'Size',
  description: 'Description',
  phone: 'Phone',
  website: 'Website',
  rating: 'Rating',
  imageUrl: 'Picture',
  source: 'Source',
  sourceId: 'ID at the source',
  asOf: 'Year of the facts',
}

/** How a column of the file is read. */
export const ImportColumn = z.strictObject({
  /** The header in the file; 'Column E' if it has none. */
  column: z.string(),
  /** `null`: the column is left out. */
  field: z.nullable(ImportField),
  /** The feature, for `field: 'feature'`. */
  feature: z.nullable(FeatureId),
  /** The first value in the column, shortened; '' if it is empty. */
  example: z.string(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** `merged`: the row is for a park that an earlier row of the file is for, too. */
export const IMPORT_OUTCOMES = ['new', 'updated', 'unchanged', 'merged', 'failed'] as const
export const ImportOutcome = z.enum(IMPORT_OUTCOMES)
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** A row of an import's report: the result of importing it, or the expected result in a dry run. */
export const ImportPreviewRow = z.strictObject({
  /** The row number as in a spreadsheet: the header is row 1. */
  row: z.int(),
  name: z.string(),
  /** 'Marrickville NSW 2204'; '' for a row that failed. */
  place: z.string(),
  outcome: ImportOutcome,
  /** False if the dog rule is unknown, so that the park is not published (see {@link UnpublishedPark}). */
  published: z.boolean(),
  /** The id of the park in the directory; `null` for a new one in a dry run. */
  parkId: z.nullable(ParkId),
  /** For `updated`: the differences, in words for people. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  /** How the row was completed or corrected: 'Position filled from the suburb, approximate.' */
  notes: z.array(z.string()),
  /** For `failed`: the reason. */
  reason: z.nullable(z.string()),
})
export type ImportPreviewRow = z.infer<typeof ImportPreviewRow>

/** The note of a row whose park is not published. */
export const RULE_UNKNOWN_NOTE = 'Not public: its rule for dogs is unknown.'

/** Maximum number of preview rows in a reply. Rows without changes are left out. */
export const IMPORT_PREVIEW_ROWS = 100

/**
 * A text about hours that is not understood: it is stored and shown, but no opening or leash state is derived
 * from it.
 */
export const NotUnderstood = z.strictObject({
  /** As in {@link ImportPreviewRow}. */
  row: z.int(),
  /** As in {@link ImportColumn}. */
  column: z.string(),
  text: z.string(),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

/**
 * `POST /api/admin/import-parks`, and the same with `dryRun=true`, which changes nothing.
 * `imported` + `failed` = `total`, and `created` + `updated` + `unchanged` + `merged` = `imported`.
 */
export const ImportResult = z.strictObject({
  /** Imported rows. */
  imported: z.int(),
  /** Rows below the header, without empty rows. */
  total: z.int(),
  failed: z.int(),
  /** A message for people. */
  message: z.string(),
  dryRun: z.boolean(),
  /** `null` in a dry run. */
  importId: z.nullable(z.int()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Rows for a park that another row of the same file is for, too. */
  merged: z.int(),
  /** Parks among those created or updated that are not published because their dog rule is unknown. */
  unpublished: z.int(),
  /** Pictures that are being copied to our origin in the background. */
  pictures: z.int(),
  /** 'Windows-1252, separated by semicolons' or 'Sheet “Parks”, .xlsx'. */
  readAs: z.string(),
  mapping: z.array(ImportColumn),
  preview: z.array(ImportPreviewRow),
  /** The first {@link IMPORT_PREVIEW_ROWS} texts that were not understood, by row. */
  notUnderstood: z.array(NotUnderstood),
  notUnderstoodTotal: z.int(),
  /** URL of a CSV with all failed rows and their reasons; `null` if none failed or in a dry run. */
  failuresUrl: z.nullable(z.string()),
  /**
   * The report with every row: `GET /api/admin/import-reports/:id?outcome=&offset=&limit=`
   * (`ImportPreviewRow`s, with `X-Total-Count`), and `/file?outcome=` as CSV. `null` if it could not be
   * stored, in a dry run.
   */
  reportId: z.nullable(z.int()),
})
export type ImportResult = z.infer<typeof ImportResult>

/** A column assigned by hand; replaces what its header and values suggest. */
export const AssignedColumn = z.strictObject({
  /** Its index in {@link ImportResult.mapping}, from 0. */
  at: z.int().check(z.gte(0), z.lte(16_383)),
  /** `null`: leave the column out. */
  field: z.nullable(ImportField),
  /** For `field: 'feature'`; otherwise `null`. */
  feature: z.nullable(FeatureId),
})
export type AssignedColumn = z.infer<typeof AssignedColumn>

export const ASSIGNED_COLUMNS_MAX = 200

const IMPORT_KINDS = ['csv', 'excel', 'geojson', 'osm', 'locate'] as const
export const ImportKind = z.enum(IMPORT_KINDS)
export type ImportKind = z.infer<typeof ImportKind>

/** A completed import: a row of `GET /api/admin/imports`, latest first. */
export const ImportRecord = z.strictObject({
  id: z.int(),
  kind: ImportKind,
  fileName: z.string(),
  /** ISO 8601 instant. */
  createdAt: z.string(),
  /** The administrator; `null` for the command line or a deleted account. */
  username: z.nullable(z.string()),
  total: z.int(),
  imported: z.int(),
  failed: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  merged: z.int(),
  unpublished: z.int(),
  /** The progress of copying its pictures. */
  pictures: z.strictObject({ waiting: z.int(), copied: z.int(), failed: z.int() }),
  failuresUrl: z.nullable(z.string()),
  /** As in {@link ImportResult}; `null` when it has been deleted. */
  reportId: z.nullable(z.int()),
  /** `null` if it has not been undone. */
  undoneAt: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
})
export type ImportRecord = z.infer<typeof ImportRecord>

/**
 * An import from the web, on any server: an element of `GET /api/admin/import-jobs`, latest first. Dry runs are not
 * in it.
 */
export const ImportJob = z.strictObject({
  id: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  fileName: z.string(),
  /** Staged rows, and all rows that are staged; 0 while the file is read. */
  done: z.int(),
  total: z.int(),
  /** The import, once its rows are in the directory. */
  importId: z.nullable(z.int()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** ISO 8601 instants. */
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
})
export type ImportJob = z.infer<typeof ImportJob>

/**
 * `POST /api/admin/imports/:id/undo` (no body). Replies 409 `undo-first` if a later import changed the same
 * parks; the message names the import to undo first. Replies 409 `taken` if it has already been undone.
 */
export const ImportUndone = z.strictObject({
  id: z.int(),
  /** Parks that were created by the import and are now removed. */
  removed: z.int(),
  /** Parks that were restored to their earlier facts. */
  restored: z.int(),
  /** Parks with later manual changes: these changes are kept, and everything else is restored. */
  kept: z.int(),
  message: z.string(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

/**
 * A park that is not published because its dog rule is unknown: a row of `GET
 * /api/admin/unpublished-parks?offset=&limit=&q=&council=&noDogs=`, with `X-Total-Count`. `q`: words of its
 * name, address, suburb or postcode; `council`: a code, '' for parks in no known council area; `noDogs=true`:
 * instead, the parks where dogs are not allowed.
 */
export const UnpublishedPark = z.strictObject({
  id: ParkId,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: StateCode,
  postcode: z.string(),
  /** When dogs may be off the leash, as published. */
  leashHours: z.nullable(z.string()),
  source: z.string(),
  asOf: z.nullable(z.string()),
  /** The notes of {@link ImportPreviewRow} of the last import that changed it, as long as its report is kept. */
  notes: z.array(z.string()),
})
export type UnpublishedPark = z.infer<typeof UnpublishedPark>

/**
 * `GET /api/admin/unpublished-parks/councils`: the council areas with parks whose dog rule is unknown. `code`
 * is '' for parks in no known council area.
 */
export const UnpublishedCouncil = z.strictObject({
  code: z.union([CouncilCode, z.literal('')]),
  name: z.string(),
  state: z.nullable(StateCode),
  parks: z.int(),
})
export type UnpublishedCouncil = z.infer<typeof UnpublishedCouncil>

/**
 * `POST /api/admin/unpublished-parks/:id`: sets the dog rule, which publishes the park. Replies `{ id }`; 404 for a
 * park in which dogs are not allowed ({@link RulesBody}).
 */
export const RuleBody = z.strictObject({ access: DogAccess })

/** Maximum number of parks in one {@link RulesBody}. */
export const RULES_AT_ONCE = 200

/**
 * `POST /api/admin/unpublished-parks`: sets the dog rule of several parks, which publishes them. `no_dogs`:
 * dogs are not allowed, so they stay unpublished and are no longer listed. Parks that already have a rule are
 * skipped. Replies `{ ids }`, the parks that were changed.
 */
export const RulesBody = z.strictObject({
  ids: z.array(ParkId).check(z.minLength(1), z.maxLength(RULES_AT_ONCE)),
  access: z.union([DogAccess, z.literal('no_dogs')]),
  /** Whether the parks are from the list of those without dogs: the others are left as they are. */
  noDogs: z.optional(z.boolean()),
})
export type RulesBody = z.infer<typeof RulesBody>

import * as z from 'zod/mini'
import { FeatureId } from './feature.ts'
import { DogAccess, ParkId } from './park.ts'
import { StateCode } from './state.ts'

/** What an administrator may upload; the part of the form that carries it is {@link IMPORT_PART}. */
export const IMPORT_FILE_TYPES = ['csv', 'excel'] as const
export const ImportFileType = z.enum(IMPORT_FILE_TYPES)
export type ImportFileType = z.infer<typeof ImportFileType>

export const IMPORT_PART = { csv: 'csvFile', excel: 'excelFile' } as const satisfies Record<
  ImportFileType,
  string
>

/** Bytes a file may have (specification 19.34: 10 MB). */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const FILE_TOO_LARGE = 'File size should be less than 10MB'
export const NO_FILE = 'Please select a file first'

/** What is wrong with a chosen file, in the words of specification 15.29 and 15.30; `undefined` when it may be sent. */
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

/** What a column of a list can say of a park. `coordinates`: both in one cell. `hours`: opening and leash hours mixed. */
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
  accuracy: 'How exact the position is',
  access: 'Rule for dogs',
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
  sourceId: 'Number at the source',
  asOf: 'Year of the facts',
}

/** How a column of the file is read. */
export const ImportColumn = z.strictObject({
  /** The header as the file has it. */
  column: z.string(),
  /** `null`: the column is left out. */
  field: z.nullable(ImportField),
  /** For `field: 'feature'`: which one. */
  feature: z.nullable(FeatureId),
  /** The first value in the column, shortened; '' when it is empty. */
  example: z.string(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const IMPORT_OUTCOMES = ['new', 'updated', 'unchanged', 'failed'] as const
export const ImportOutcome = z.enum(IMPORT_OUTCOMES)
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** What becomes, or would become, of a row. */
export const ImportPreviewRow = z.strictObject({
  /** Its number in the file as spreadsheets count: the header is row 1. */
  row: z.int(),
  name: z.string(),
  /** 'Marrickville NSW 2204'; '' for a row that failed. */
  place: z.string(),
  outcome: ImportOutcome,
  /** False: its rule for dogs is unknown, so it is kept back (see {@link UnpublishedPark}). */
  published: z.boolean(),
  /** The park of the directory that the row tells of; `null` for a new one in a dry run. */
  parkId: z.nullable(ParkId),
  /** For `updated`: what is different, in words people read. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  /** What was done to the row on the way: 'Position filled from the suburb, approximate.' */
  notes: z.array(z.string()),
  /** For `failed`: why. */
  reason: z.nullable(z.string()),
})
export type ImportPreviewRow = z.infer<typeof ImportPreviewRow>

/** Rows of the preview an answer carries at most; rows that change nothing are not among them. */
export const IMPORT_PREVIEW_ROWS = 100

/** A text about hours that is kept and shown as published, and from which no answer is given. */
export const NotUnderstood = z.strictObject({
  /** As in {@link ImportPreviewRow}. */
  row: z.int(),
  /** The header of its column. */
  column: z.string(),
  text: z.string(),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

/**
 * `POST /api/admin/import-parks`, and the same with `dryRun=true`, which changes nothing.
 * `imported` + `failed` = `total`, and `created` + `updated` + `unchanged` + `merged` = `imported`.
 */
export const ImportResult = z.strictObject({
  /** Rows that were taken in. */
  imported: z.int(),
  /** Rows of the list below the header; empty rows are not counted. */
  total: z.int(),
  failed: z.int(),
  /** For people. */
  message: z.string(),
  dryRun: z.boolean(),
  /** `null` in a dry run. */
  importId: z.nullable(z.int()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Rows that tell of a park which another row of the same file tells of, too. */
  merged: z.int(),
  /** Of those created or updated: parks kept back, because their rule for dogs is unknown. */
  unpublished: z.int(),
  /** Pictures that are being copied to our origin in the background. */
  pictures: z.int(),
  /** 'Windows-1252, separated by semicolons' or 'Sheet “Parks”, .xlsx'. */
  readAs: z.string(),
  mapping: z.array(ImportColumn),
  preview: z.array(ImportPreviewRow),
  /** The first {@link IMPORT_PREVIEW_ROWS} of the texts that were not understood, by row. */
  notUnderstood: z.array(NotUnderstood),
  notUnderstoodTotal: z.int(),
  /** Address of the CSV of every failed row with its reason; `null` when none failed, and in a dry run. */
  failuresUrl: z.nullable(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

const IMPORT_KINDS = ['csv', 'excel', 'geojson', 'osm', 'locate'] as const
export const ImportKind = z.enum(IMPORT_KINDS)
export type ImportKind = z.infer<typeof ImportKind>

/** An import that was carried out: `GET /api/admin/imports`, the latest first. */
export const ImportRecord = z.strictObject({
  id: z.int(),
  kind: ImportKind,
  fileName: z.string(),
  /** ISO 8601 instant. */
  createdAt: z.string(),
  /** Who did it; `null` from the command line, or when the account is gone. */
  username: z.nullable(z.string()),
  total: z.int(),
  imported: z.int(),
  failed: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  merged: z.int(),
  unpublished: z.int(),
  /** How its pictures are getting on. */
  pictures: z.strictObject({ waiting: z.int(), copied: z.int(), failed: z.int() }),
  failuresUrl: z.nullable(z.string()),
  /** `null` while it holds. */
  undoneAt: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
})
export type ImportRecord = z.infer<typeof ImportRecord>

/**
 * `POST /api/admin/imports/:id/undo` (no body). 409 `undo-first` when a later import changed the same parks: its message says which one to
 * undo before. 409 `taken` when it is undone already.
 */
export const ImportUndone = z.strictObject({
  id: z.int(),
  /** Parks that came with the import and are gone. */
  removed: z.int(),
  /** Parks that are as they were before. */
  restored: z.int(),
  /** Parks of which something was changed by hand since: that stays, the rest is as before. */
  kept: z.int(),
  message: z.string(),
})
export type ImportUndone = z.infer<typeof ImportUndone>

/** A park that is kept back because nobody has said what its rule for dogs is: `GET /api/admin/unpublished-parks?offset=&limit=`, with `X-Total-Count`. */
export const UnpublishedPark = z.strictObject({
  id: ParkId,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: StateCode,
  postcode: z.string(),
  source: z.string(),
  asOf: z.nullable(z.string()),
})
export type UnpublishedPark = z.infer<typeof UnpublishedPark>

/** `POST /api/admin/unpublished-parks/:id`: says the rule, which makes the park public. Answers `{ id }`. */
export const RuleBody = z.strictObject({ access: DogAccess })
export type RuleBody = z.infer<typeof RuleBody>

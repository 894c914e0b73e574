import * as z from 'zod/mini'

/**
 * A part of a bundle: an immutable file with its hash in the URL, so that an interrupted download resumes at
 * the next part, and only changed parts are downloaded again.
 */
export const BundlePart = z.strictObject({
  /** Path on our origin. */
  url: z.string(),
  /** Hex SHA-256 of the uncompressed bytes. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Uncompressed length. */
  bytes: z.int(),
  /** Rows in the part. */
  count: z.int(),
})
export type BundlePart = z.infer<typeof BundlePart>

export const Bundle = z.strictObject({
  /** Hex SHA-256 over the parts' hashes (hex text, joined without separator). */
  sha256: z.string(),
  /** Uncompressed length of all parts. */
  bytes: z.int(),
  count: z.int(),
  parts: z.array(BundlePart),
})
export type Bundle = z.infer<typeof Bundle>

/**
 * Version of the format of parks and manifest, the `format` of a request. An app that asks for none knows only the
 * first (docs/decisions/020-directory-formats.md).
 */
export const DIRECTORY_FORMAT = '2'

/**
 * `GET /api/directory`: the current version of the directory in the first format, for installed apps that know no
 * other.
 */
export const FirstDirectoryManifest = z.strictObject({
  /**
   * Changes when the history is replaced, for example by a restored backup. Cursors of another epoch are
   * invalid.
   */
  epoch: z.string(),
  /** Increases by one with each published change. */
  seq: z.int(),
  parks: Bundle,
  localities: Bundle,
})
export type FirstDirectoryManifest = z.infer<typeof FirstDirectoryManifest>

/**
 * `GET /api/directory?format=2`: the current version of the directory. A later server may add bundles, which this
 * version ignores.
 */
export const DirectoryManifest = z.object({
  ...FirstDirectoryManifest.shape,
  councils: Bundle,
  /**
   * The outlines of parks, which a device fetches after everything else. Missing from servers of an earlier
   * version.
   */
  outlines: z.optional(Bundle),
  /**
   * The tombstones of all removed parks, for a device that downloads the whole directory. Missing from servers
   * of an earlier version.
   */
  tombstones: z.optional(Bundle),
})
export type DirectoryManifest = z.infer<typeof DirectoryManifest>

/** A removed park. `successor`: the park it was merged into, or `null`. */
export const Tombstone = z.strictObject({ id: z.int(), successor: z.nullable(z.int()) })
export type Tombstone = z.infer<typeof Tombstone>

/**
 * `GET /api/directory/changes?cursor=EPOCH.SEQ`: the changes since the cursor, or 'snapshot' if the device
 * must download the whole directory.
 */
export const DirectoryChanges = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('changes'),
    epoch: z.string(),
    /** The directory's `seq` after the changes. */
    seq: z.int(),
    /** New and changed rows, encoded by `encodeParks` of data/directory. */
    upserts: z.unknown(),
    removed: z.array(Tombstone),
    /** Rows in the directory after the changes. */
    count: z.int(),
    /** The parks bundle's hash after the changes. */
    sha256: z.string(),
  }),
  z.strictObject({ kind: z.literal('snapshot') }),
])
export type DirectoryChanges = z.infer<typeof DirectoryChanges>

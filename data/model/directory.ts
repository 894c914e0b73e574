import * as z from 'zod/mini'

/**
 * A part of a bundle: an immutable file whose address carries its hash, so that an interrupted download goes on with the next part
 * and a changed directory costs only its changed parts.
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

/** `GET /api/directory`: which directory the server has. */
export const DirectoryManifest = z.strictObject({
  /** Changes when the history is not the same any more (a restored backup): cursors of another epoch are void. */
  epoch: z.string(),
  /** Grows by one with each published change. */
  seq: z.int(),
  parks: Bundle,
  localities: Bundle,
})
export type DirectoryManifest = z.infer<typeof DirectoryManifest>

/** A park that is gone. `successor`: the park it was merged into, where there is one. */
export const Tombstone = z.strictObject({ id: z.int(), successor: z.nullable(z.int()) })
export type Tombstone = z.infer<typeof Tombstone>

/** `GET /api/directory/changes?cursor=EPOCH.SEQ`: what happened since, or word that the snapshot must be taken. */
export const DirectoryChanges = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('changes'),
    epoch: z.string(),
    /** The directory has this `seq` after the changes. */
    seq: z.int(),
    /** Rows made or changed, as `encodeParks` of data/directory writes them. */
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

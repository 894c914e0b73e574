import Database from 'better-sqlite3'
import { plainAttribution } from '../../data/geo/attribution.ts'
import type { Tile } from '../../data/geo/mercator.ts'

/** A raster tile set provided by the operator: an SQLite file in MBTiles 1.3 format. */
export interface MbtilesFile {
  name: string
  /** Plain text; '' if the file has none. */
  attribution: string
  minZoom: number
  maxZoom: number
  tile(tile: Tile): Buffer | undefined
  close(): void
}

/**
 * A file that is not an MBTiles file, or whose tiles are of another kind. The message continues a sentence
 * that begins with the file name.
 */
export class MbtilesError extends Error {
  override name = 'MbtilesError'
}

const RASTER_FORMATS = new Set(['png', 'jpg', 'jpeg', 'webp'])

/**
 * Opens an SQLite file read-only, and closes it again if `read` fails.
 * @throws MbtilesError
 */
function openFile<Content>(
  path: string,
  read: (database: Database.Database, metadata: ReadonlyMap<string, string>) => Content,
): Content {
  let database: Database.Database
  try {
    database = new Database(path, { readonly: true, fileMustExist: true })
  } catch (cause) {
    throw new MbtilesError('cannot be opened', { cause })
  }
  try {
    const rows = database
      .prepare<[], { name: string; value: string }>('select name, value from metadata')
      .all()
    return read(database, new Map(rows.map(({ name, value }) => [name, String(value)])))
  } catch (cause) {
    database.close()
    throw cause instanceof MbtilesError ? cause : new MbtilesError('is not an MBTiles file', { cause })
  }
}

/** MBTiles counts rows from the south (TMS), tile addresses from the north. */
const flippedRow = (zoom: number, row: number) => 2 ** zoom - 1 - row

/**
 * Opens a file of raster tiles read-only.
 * @throws MbtilesError
 */
export const openMbtiles = (path: string): MbtilesFile =>
  openFile(path, (database, metadata) => {
    const format = metadata.get('format') ?? ''
    if (!RASTER_FORMATS.has(format))
      throw new MbtilesError(`has tiles of format '${format}'; png, jpg and webp can be drawn`)
    const range = database
      .prepare<[], { least: number | null; most: number | null }>(
        'select min(zoom_level) as least, max(zoom_level) as most from tiles',
      )
      .get()
    if (!range || range.least === null || range.most === null) throw new MbtilesError('has no tiles')
    const find = database.prepare<[number, number, number], { tile_data: Buffer }>(
      'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
    )
    return {
      name: metadata.get('name') ?? '',
      attribution: plainAttribution(metadata.get('attribution') ?? ''),
      minZoom: range.least,
      maxZoom: range.most,
      tile: ({ z, x, y }) => find.get(z, x, flippedRow(z, y))?.tile_data,
      close: () => database.close(),
    }
  })

/** A set of vector tiles as tilemaker writes it. */
export interface VectorMbtiles {
  /** West, south, east, north, in degrees. */
  bounds: [number, number, number, number]
  attribution: string
  /** The tiles, in the file's order. `id` is the argument of `bytes`. */
  tiles(): IterableIterator<Tile & { id: number }>
  /** The content of a tile, compressed with gzip. */
  bytes(id: number): Buffer
  close(): void
}

/**
 * Opens a file of vector tiles read-only.
 * @throws MbtilesError
 */
export const openVectorMbtiles = (path: string): VectorMbtiles =>
  openFile(path, (database, metadata) => {
    if (metadata.get('format') !== 'pbf') throw new MbtilesError('has no vector tiles')
    const bounds = (metadata.get('bounds') ?? '').split(',').map(Number)
    if (bounds.length !== 4 || !bounds.every(Number.isFinite)) throw new MbtilesError('has no bounds')
    const list = database.prepare<
      [],
      { id: number; zoom_level: number; tile_column: number; tile_row: number }
    >('select rowid as id, zoom_level, tile_column, tile_row from tiles')
    const find = database.prepare<[number], { tile_data: Buffer }>(
      'select tile_data from tiles where rowid = ?',
    )
    return {
      bounds: bounds as VectorMbtiles['bounds'],
      attribution: plainAttribution(metadata.get('attribution') ?? ''),
      *tiles() {
        for (const { id, zoom_level, tile_column, tile_row } of list.iterate())
          yield { id, z: zoom_level, x: tile_column, y: flippedRow(zoom_level, tile_row) }
      },
      bytes(id) {
        const found = find.get(id)
        if (!found) throw new MbtilesError('was changed while it was read')
        return found.tile_data
      },
      close: () => database.close(),
    }
  })

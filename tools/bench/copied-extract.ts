import { statSync } from 'node:fs'
import { readPbfFile } from '../../scripts/map/osm-pbf-read.ts'
import { BLOCK_ELEMENTS, createPbfFile } from '../../scripts/map/osm-pbf-write.ts'
import type { OsmNode, OsmWay } from '../../scripts/map/osm-pbf-write.ts'

/** Distance between two copies, in units of 1e-7 degrees: the size of the extract of Marrickville. */
const STEP = { latitude: 100_000, longitude: 125_000 }
/** Copies in a row, from west to east. */
const ROW = 200

/**
 * Writes an extract with many copies of a small one, side by side in rows from west to east and north to
 * south, with ids of their own. Relations are left out.
 */
export async function writeCopies(
  from: string,
  to: string,
  copies: number,
): Promise<{ nodes: number; ways: number; bytes: number }> {
  const nodes: OsmNode[] = []
  const ways: OsmWay[] = []
  await readPbfFile(from, {
    node: (id, latitude, longitude, tags) =>
      nodes.push({ id, latitude, longitude, tags: tags?.() ?? new Map() }),
    way: (id, refs, tags) => ways.push({ id, refs: [...refs], tags }),
  })
  nodes.sort((one, other) => one.id - other.id)
  ways.sort((one, other) => one.id - other.id)
  const numbers = new Map(nodes.map(({ id }, index) => [id, index]))
  const known = ways
    .map(({ refs, tags, id }) => ({ id, tags, refs: refs.flatMap((ref) => numbers.get(ref) ?? []) }))
    .filter(({ refs }) => refs.length > 1)
  const left = Math.min(...nodes.map(({ longitude }) => longitude))
  const top = Math.max(...nodes.map(({ latitude }) => latitude))
  const rows = Math.ceil(copies / ROW)
  const file = await createPbfFile(to, {
    west: left / 1e7,
    east: (left + STEP.longitude * (Math.min(ROW, copies) + 1)) / 1e7,
    north: top / 1e7,
    south: (top - STEP.latitude * (rows + 1)) / 1e7,
  })
  const write = async <T>(list: T[], save: (block: T[]) => Promise<void>, isLast: boolean) => {
    while (list.length >= BLOCK_ELEMENTS || (isLast && list.length > 0))
      await save(list.splice(0, BLOCK_ELEMENTS))
  }
  const pendingNodes: OsmNode[] = []
  for (let copy = 0; copy < copies; copy++) {
    const east = (copy % ROW) * STEP.longitude
    const south = Math.floor(copy / ROW) * STEP.latitude
    for (const [index, { latitude, longitude, tags }] of nodes.entries())
      pendingNodes.push({
        id: 1 + copy * nodes.length + index,
        latitude: latitude - south,
        longitude: longitude + east,
        tags,
      })
    await write(pendingNodes, file.nodes, copy === copies - 1)
  }
  const pendingWays: OsmWay[] = []
  for (let copy = 0; copy < copies; copy++) {
    for (const [index, { refs, tags }] of known.entries())
      pendingWays.push({
        id: 1 + copy * known.length + index,
        refs: refs.map((ref) => 1 + copy * nodes.length + ref),
        tags,
      })
    await write(pendingWays, file.ways, copy === copies - 1)
  }
  await file.close()
  return { nodes: nodes.length * copies, ways: known.length * copies, bytes: statSync(to).size }
}

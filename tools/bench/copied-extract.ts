import { statSync } from 'node:fs'
import { readPbfFile } from '../../server/import/osm-pbf.ts'
import { BLOCK_ELEMENTS, createPbfFile } from '../../scripts/map/osm-pbf-write.ts'
import type { OsmNode, OsmWay } from '../../scripts/map/osm-pbf-write.ts'

/** Distance between two copies, in units of 1e-7 degrees: the size of the extract of Marrickville. */
const STEP = { latitude: 100_000, longitude: 125_000 }
/**
 * Writes an extract with many copies of a small one in a square, with ids of their own, without relations.
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
  const row = Math.ceil(Math.sqrt(copies))
  const file = await createPbfFile(to, {
    west: left / 1e7,
    east: (left + STEP.longitude * (row + 1)) / 1e7,
    north: top / 1e7,
    south: (top - STEP.latitude * (row + 1)) / 1e7,
  })
  const write = async <T>(list: T[], save: (block: T[]) => Promise<void>, isLast: boolean) => {
    const least = isLast ? 1 : BLOCK_ELEMENTS
    while (list.length >= least) await save(list.splice(0, BLOCK_ELEMENTS))
  }
  const pendingNodes: OsmNode[] = []
  for (let copy = 0; copy < copies; copy++) {
    const east = (copy % row) * STEP.longitude
    const south = Math.floor(copy / row) * STEP.latitude
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

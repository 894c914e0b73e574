import { createReadStream } from 'node:fs'
import { BLOCK_ELEMENTS, createPbfFile } from './osm-pbf-write.ts'
import type { OsmNode, OsmRelation, OsmWay } from './osm-pbf-write.ts'

/** A file that is not OpenStreetMap XML. The message continues a sentence about it. */
export class XmlError extends Error {
  override name = 'XmlError'
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,5}));/g, (whole, hex, decimal, name) =>
        name !== undefined
          ? (ENTITIES[name] ?? whole)
          : String.fromCodePoint(parseInt(hex ?? decimal, hex === undefined ? 10 : 16)),
      )
    : text

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single] of tag.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(name!, decodeEntities(double ?? single ?? ''))
  return attributes
}

/** The tags of an XML document as texts without the angle brackets. */
async function* tagsOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 2 ** 20 })) {
    rest += chunk
    let at = 0
    for (;;) {
      const start = rest.indexOf('<', at)
      const end = start < 0 ? -1 : rest.indexOf('>', start)
      if (end < 0) break
      // OpenStreetMap escapes '>' in attributes, so the next one closes the tag.
      yield rest.slice(start + 1, end)
      at = end + 1
    }
    rest = rest.slice(at)
  }
}

/** Accumulated elements of a file. */
interface Elements {
  nodes: OsmNode[]
  ways: OsmWay[]
  relations: OsmRelation[]
  bounds: { west: number; south: number; east: number; north: number } | undefined
}

const number = (attributes: ReadonlyMap<string, string>, name: string) => {
  const value = Number(attributes.get(name) ?? Number.NaN)
  if (!Number.isFinite(value)) throw new XmlError(`has an element without a valid '${name}'`)
  return value
}

/** Reads OpenStreetMap XML (https://wiki.openstreetmap.org/wiki/OSM_XML). Deleted elements are left out. */
async function readXml(path: string): Promise<Elements> {
  const found: Elements = { nodes: [], ways: [], relations: [], bounds: undefined }
  let tags = new Map<string, string>()
  let refs: number[] = []
  let members: OsmRelation['members'][number][] = []
  let isOsm = false
  for await (const tag of tagsOf(path)) {
    const name = /^[\w:]+/.exec(tag)?.[0]
    if (name === 'osm') isOsm = true
    if (name === undefined) continue
    const attributes = attributesOf(tag)
    if (name === 'tag') tags.set(attributes.get('k') ?? '', attributes.get('v') ?? '')
    else if (name === 'nd') refs.push(number(attributes, 'ref'))
    else if (name === 'member') {
      const type = attributes.get('type')
      if (type === 'node' || type === 'way' || type === 'relation')
        members.push({ type, ref: number(attributes, 'ref'), role: attributes.get('role') ?? '' })
    } else if (name === 'bounds') {
      found.bounds = {
        west: number(attributes, 'minlon'),
        south: number(attributes, 'minlat'),
        east: number(attributes, 'maxlon'),
        north: number(attributes, 'maxlat'),
      }
    } else if (name === 'node' || name === 'way' || name === 'relation') {
      // Tags and members that follow belong to this element.
      tags = new Map()
      refs = []
      members = []
      if (attributes.get('visible') === 'false' || attributes.get('action') === 'delete') continue
      const id = number(attributes, 'id')
      if (name === 'way') found.ways.push({ id, refs, tags })
      else if (name === 'relation') found.relations.push({ id, members, tags })
      else
        found.nodes.push({
          id,
          latitude: Math.round(number(attributes, 'lat') * 1e7),
          longitude: Math.round(number(attributes, 'lon') * 1e7),
          tags,
        })
    }
  }
  if (!isOsm) throw new XmlError('is not OpenStreetMap XML')
  return found
}

function boundsOf(nodes: readonly OsmNode[]) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { latitude, longitude } of nodes) {
    box.west = Math.min(box.west, longitude / 1e7)
    box.east = Math.max(box.east, longitude / 1e7)
    box.south = Math.min(box.south, latitude / 1e7)
    box.north = Math.max(box.north, latitude / 1e7)
  }
  return box
}

/**
 * Converts OpenStreetMap XML to PBF, which tilemaker needs. The elements are kept in memory, so this is for
 * extracts of a district; larger ones are published as PBF.
 * @throws XmlError
 */
export async function convertXml(from: string, to: string): Promise<void> {
  const { nodes, ways, relations, bounds } = await readXml(from)
  if (nodes.length === 0) throw new XmlError('has no nodes')
  const file = await createPbfFile(to, bounds ?? boundsOf(nodes))
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
  const inBlocks = async <T extends { id: number }>(list: T[], write: (block: T[]) => Promise<void>) => {
    list.sort(byId)
    for (let start = 0; start < list.length; start += BLOCK_ELEMENTS)
      await write(list.slice(start, start + BLOCK_ELEMENTS))
  }
  try {
    await inBlocks(nodes, file.nodes)
    await inBlocks(ways, file.ways)
    await inBlocks(relations, file.relations)
  } finally {
    await file.close()
  }
}

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { tilesInPack, packCellOf, STREET_LEVELS } from '../../../data/map/pack.ts'
import { MAP_LAYERS } from '../../../data/map/schema.ts'
import { buildMap } from '../../../scripts/map/build.ts'
import { PbfError, readPbfFile } from '../../../server/import/osm-pbf.ts'
import { convertXml, XmlError } from '../../../scripts/map/osm-xml.ts'
import { installLine, tilemakerVersion } from '../../../scripts/map/tilemaker.ts'
import { walkingGraph } from '../../../scripts/map/walking-graph.ts'
import type { GraphCell } from '../../../scripts/map/walking-graph.ts'
import { streetFiles } from '../../../server/geo/street-map.ts'
import { openVectorArchive } from '../../../server/geo/vector-archive.ts'
import { decodeVectorTile } from '../../support/vector-tile.ts'
import { temporaryFolder } from '../harness.ts'
import { MARRICKVILLE_PBF, SOUTH_BRISBANE_GZ } from './fixtures.ts'

function southBrisbane(): string {
  const path = join(temporaryFolder(), 'south-brisbane.osm')
  writeFileSync(path, gunzipSync(readFileSync(SOUTH_BRISBANE_GZ)))
  return path
}

async function graphOf(...paths: string[]) {
  const size = { ways: 0, vertices: 0, edges: 0, kilometres: 0, cells: 0 }
  const cells: GraphCell[] = []
  const files = paths.map((path) => ({ path, bytes: statSync(path).size }))
  for await (const cell of walkingGraph(files, temporaryFolder(), () => undefined, size)) cells.push(cell)
  return { size, cells }
}

describe('extracts', () => {
  test('in XML are converted with all their elements, tags and coordinates', async () => {
    const path = southBrisbane()
    const pbf = join(temporaryFolder(), 'converted.osm.pbf')
    await convertXml(path, pbf)
    const count = { nodes: 0, ways: 0, refs: 0 }
    const names = new Set<string>()
    let tap: [number, number] | undefined
    await readPbfFile(pbf, {
      node: (_, latitude, longitude, tags) => {
        count.nodes++
        if (tags?.().get('amenity') === 'drinking_water') tap = [latitude, longitude]
      },
      way: (_, refs, tags) => {
        count.ways++
        count.refs += refs.length
        names.add(tags.get('name') ?? '')
      },
    })
    const text = readFileSync(path, 'utf8')
    expect(count).toEqual({
      nodes: text.match(/<node /g)!.length,
      ways: text.match(/<way /g)!.length,
      refs: text.match(/<nd /g)!.length,
    })
    expect([...names]).toEqual(expect.arrayContaining(['Grey Street', 'Clem Jones Promenade']))
    expect(text).toContain(`lat="${(tap![0] / 1e7).toFixed(7)}" lon="${(tap![1] / 1e7).toFixed(7)}"`)
  })

  test('decode escaped characters in XML', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'one.osm')
    writeFileSync(
      path,
      `<?xml version='1.0'?><osm><node id='1' lat='-33.5' lon='151'/><node id='2' lat='-33.6' lon='151'/>
      <node id='3' visible='false'/>
      <way id='5'><nd ref='1'/><nd ref='2'/><tag k='name' v='Fish &amp; Chips &#8212; &quot;Quay&quot;'/></way></osm>`,
    )
    await convertXml(path, join(folder, 'one.osm.pbf'))
    const names: (string | undefined)[] = []
    await readPbfFile(join(folder, 'one.osm.pbf'), {
      way: (_id, _refs, tags) => names.push(tags.get('name')),
    })
    expect(names).toEqual(['Fish & Chips — "Quay"'])
  })

  test('that are damaged or something else are refused with the reason', async () => {
    const folder = temporaryFolder()
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const out = join(folder, 'out.osm.pbf')
    await expect(convertXml(write('a.osm', '<html></html>'), out)).rejects.toThrow(XmlError)
    await expect(convertXml(write('b.osm', '<osm><node id="1"/></osm>'), out)).rejects.toThrow(
      "has an element without a valid 'lat'",
    )
    const pbf = readFileSync(MARRICKVILLE_PBF)
    const read = (content: Buffer) => readPbfFile(write('c.osm.pbf', content), { way: () => undefined })
    await expect(read(Buffer.from('no extract at all'))).rejects.toThrow(PbfError)
    await expect(read(pbf.subarray(0, 20_000))).rejects.toThrow('ends within a block')
    await expect(read(pbf)).resolves.toHaveLength(3)
  })
})

describe('the walking graph', () => {
  test('of Marrickville has the length of its walkable ways, in cells of its area', async () => {
    const { size, cells } = await graphOf(MARRICKVILLE_PBF)
    expect(Math.round(size.kilometres)).toBe(37)
    expect(cells.map(({ z, x, y }) => `${z}/${x}/${y}`)).toEqual([
      '13/7536/4917',
      '13/7535/4917',
      '13/7535/4916',
    ])
    expect(cells.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(9_000)
  })

  test('of overlapping extracts has each way once', async () => {
    const [once, twice] = [await graphOf(MARRICKVILLE_PBF), await graphOf(MARRICKVILLE_PBF, MARRICKVILLE_PBF)]
    expect(twice.size).toEqual(once.size)
  })
})

test('the line that installs tilemaker fits the system', () => {
  expect(installLine('linux')).toBe('sudo apt-get install tilemaker')
  expect(installLine('darwin')).toBe('brew install tilemaker')
})

describe.skipIf(tilemakerVersion() === undefined)('a build with tilemaker', () => {
  test('of both places has tiles by the schema and a pack for every tile, and leaves no other files', async () => {
    const dataDir = join(temporaryFolder(), 'var')
    mkdirSync(dataDir)
    const parts: number[] = []
    const built = await buildMap({
      inputs: [MARRICKVILLE_PBF, southBrisbane()],
      dataDir,
      progress: (_, part) => parts.push(part),
    })
    expect(parts.at(-1)).toBe(1)
    expect(parts).toEqual([...parts].sort((one, other) => one - other))
    expect(Math.round(built.graph.kilometres)).toBe(62)
    expect(readdirSync(dataDir).sort()).toEqual(['map-packs.pmtiles', 'map.pmtiles'])

    const files = streetFiles(dataDir)
    const tiles = await openVectorArchive(files.tiles)
    const packs = await openVectorArchive(files.packs)
    expect(packs.version).toBe(tiles.version)
    const layers = new Set<string>()
    for (const cell of [
      { z: 13, x: 7535, y: 4917 },
      { z: 13, x: 7578, y: 4746 },
    ]) {
      for (const tile of tilesInPack(cell, STREET_LEVELS)) {
        const bytes = await tiles.tile(tile)
        if (!bytes) continue
        expect(await packs.tile(packCellOf(tile, STREET_LEVELS)!)).toBeDefined()
        for (const [layer, features] of decodeVectorTile(bytes)) {
          layers.add(layer)
          for (const { attributes } of features)
            MAP_LAYERS[layer as keyof typeof MAP_LAYERS].parse(attributes)
        }
      }
    }
    expect([...layers].sort()).toEqual([
      'barrier',
      'beach',
      'built',
      'green',
      'place',
      'poi',
      'road',
      'water',
      'waterway',
    ])
    await tiles.close()
    await packs.close()
  })
})

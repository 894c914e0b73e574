import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { permissionsFor } from '../../../server/import/read-file.ts'
import { temporaryFolder } from '../harness.ts'

test('the process that reads a list can read only the program and the list, and write nothing', () => {
  const dataDir = mkdtempSync(join(root, 'var-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = join(dataDir, 'offlead.db')
  const list = join(temporaryFolder(), 'list.csv')
  for (const path of [database, list]) writeFileSync(path, 'content')
  const run = (code: string) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...permissionsFor(list),
        '--no-warnings',
        '--input-type=module',
        '-e',
        `import fs from 'node:fs'\nimport child from 'node:child_process'\n${code}`,
      ],
      { encoding: 'utf8', env: {} },
    )
    return status === 0 ? 'done' : /ERR_ACCESS_DENIED/.exec(stderr)?.[0]
  }
  expect(run(`fs.readFileSync(${JSON.stringify(list)})`)).toBe('done')
  expect(run(`fs.readFileSync(${JSON.stringify(database)})`)).toBe('ERR_ACCESS_DENIED')
  expect(run(`fs.readFileSync('/etc/passwd')`)).toBe('ERR_ACCESS_DENIED')
  expect(run(`fs.writeFileSync(${JSON.stringify(list)}, 'x')`)).toBe('ERR_ACCESS_DENIED')
  expect(run(`child.execSync('true')`)).toBe('ERR_ACCESS_DENIED')
})

test('the server starts no program except Node for lists and jobs, and no shell', async () => {
  const starting: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (text.includes('child_process')) starting.push(file)
    expect([
      file,
      /\bexec(Sync|File|FileSync)?\(|shell:/.exec(text.replaceAll(/\.exec\(/g, ''))?.[0],
    ]).toEqual([file, undefined])
  }
  const source = (name: string) => readFileSync(join(root, 'server', 'import', name), 'utf8')
  expect(starting.toSorted()).toEqual(
    ['job-processes.ts', 'read-file.ts'].map((name) => join('server', 'import', name)),
  )
  const reader = source('read-file.ts')
  expect(reader.match(/spawn\(\s*process\.execPath,/g)).toHaveLength(1)
  expect(reader.match(/\b(spawn|fork)\(/g)).toHaveLength(1)
  const jobs = source('job-processes.ts')
  expect(jobs).toContain("const PROGRAM = new URL('job-process.ts', import.meta.url)")
  expect(jobs.match(/\bfork\(PROGRAM,/g)).toHaveLength(1)
  expect(jobs.match(/\b(spawn|fork)\(/g)).toHaveLength(1)
})

import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../fastify.config.ts'
import { buildClient } from '../../scripts/build.ts'
import { startServer } from '../../server/start.ts'
import { warmUp } from '../../server/warm-up.ts'
import { type Product, SEEDED, seedFolder, startProduct } from './product.ts'

/**
 * A product shared by all test files. They must not stop it or change its directory, and must use unique
 * names for what they save.
 */
export type RunningProduct = Pick<Product, 'url' | 'dataDir'>

declare module 'vitest' {
  export interface ProvidedContext {
    product: RunningProduct
  }
}

/** The product that all browser tests share. */
export const runningProduct = (): RunningProduct => inject('product')

/** Compresses and draws in a data folder what a server keeps on disk, which takes as long as its start. */
async function prepareForStart(dataDir: string): Promise<void> {
  const app = await startServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }))
  await warmUp(app, new AbortController().signal)
  await app.close()
}

/**
 * Builds the client as shipped, seeds one data folder that other products copy, and starts the shared
 * product.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildClient({ quiet: true })
  const seeded = await seedFolder()
  await prepareForStart(seeded.dataDir)
  process.env[SEEDED] = seeded.dataDir
  const product = await startProduct()
  project.provide('product', { url: product.url, dataDir: product.dataDir })
  return async () => {
    await product.dispose()
    await seeded.remove()
  }
}

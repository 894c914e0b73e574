import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { buildClient } from '../../scripts/build.ts'
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

/**
 * Builds the client as shipped, seeds one data folder that other products copy, and starts the shared
 * product.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildClient({ quiet: true })
  const seeded = await seedFolder()
  process.env[SEEDED] = seeded.dataDir
  const product = await startProduct()
  project.provide('product', { url: product.url, dataDir: product.dataDir })
  return async () => {
    await product.dispose()
    await seeded.remove()
  }
}

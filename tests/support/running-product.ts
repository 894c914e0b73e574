import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { buildClient } from '../../scripts/build.ts'
import { type Product, SEEDED, seedFolder, startProduct } from './product.ts'

/** A product that is there for all files, which neither stop it nor change its directory. What they save there has names of their own. */
export type RunningProduct = Pick<Product, 'url' | 'dataDir'>

declare module 'vitest' {
  export interface ProvidedContext {
    product: RunningProduct
  }
}

/** The product that runs beside all browser tests. */
export const runningProduct = (): RunningProduct => inject('product')

/** The browser tests drive the client as it is shipped; a product with a seed of its own begins with a copy of one that is made once. */
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

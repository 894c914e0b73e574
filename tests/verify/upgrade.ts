import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { openBrowser } from '../support/browser.ts'
import { startDeployments } from '../support/deployments.ts'

const ROUNDS = Number(process.argv[2] ?? 100)
const TYPED = 'rex@example.org'

/**
 * Deploys one build after another under two open tabs. One takes the new version; the other, with a half-filled form, is left alone and then
 * reloaded by its person. Counts code that was missed, and what was typed and is lost; both must be none.
 */
async function verify(): Promise<void> {
  await buildClient({ quiet: true })
  const server = await startDeployments()
  const browser = await openBrowser({ executablePath: findBrowser() })
  let missed = 0
  let lost = 0
  try {
    const page = await browser.page()
    page.setDefaultTimeout(60_000)
    const watch = (from: typeof page) => {
      from.on(
        'pageerror',
        ({ message }) =>
          (missed += Number(/dynamically imported module|Importing a module|preload/i.test(message))),
      )
      from.on(
        'response',
        (response) => (missed += Number(response.status() === 404 && response.url().includes('/assets/'))),
      )
    }
    watch(page)
    await page.goto(`${server.url}/auth?tab=register`)
    await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    for (let round = 1; round <= ROUNDS; round++) {
      const build = round + 1
      const email = page.getByLabel('Email', { exact: true })
      await email.fill(TYPED)
      const other = await browser.context.newPage()
      watch(other)
      await other.goto(server.url)
      await server.deploy(build)
      await other.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      await other.getByRole('button', { name: 'reload', exact: true }).click()
      await other.waitForFunction(
        (build) => document.documentElement.dataset['build'] === String(build),
        build,
      )
      await other.close()
      lost += Number((await email.inputValue()) !== TYPED)
      await page.getByRole('button', { name: 'reload', exact: true }).click()
      await page.waitForFunction(
        (build) => document.documentElement.dataset['build'] === String(build),
        build,
      )
      await email.waitFor()
      await page
        .waitForFunction(
          (typed) => [...document.querySelectorAll('input')].some(({ value }) => value === typed),
          TYPED,
          { timeout: 10_000 },
        )
        .catch(() => (lost += 1))
      if (round % 10 === 0)
        console.log(`${round} of ${ROUNDS}: ${missed} pieces of code missed, ${lost} drafts lost`)
    }
  } finally {
    await browser.dispose()
    await server.dispose()
  }
  console.log(
    `${ROUNDS} new builds under open tabs: ${missed} pieces of code missed, ${lost} drafts lost (goal 0 and 0)`,
  )
  process.exitCode = missed + lost === 0 ? 0 : 1
}

await verify()

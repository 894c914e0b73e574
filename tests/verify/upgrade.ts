import { APP_TEXTS } from '../../client/app/texts.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { openBrowser } from '../support/browser.ts'
import { startDeployments } from '../support/deployments.ts'

const ROUNDS = Number(process.argv[2] ?? 100)
const TYPED = 'rex@example.org'

/**
 * Deploys one build after another while two tabs are open. One tab takes the new version; the other has a
 * half-filled form and is reloaded by its person later. Counts missing code chunks and lost form input; both
 * must be zero.
 */
async function verify(): Promise<void> {
  await buildClient({ quiet: true })
  const server = await startDeployments()
  const browser = await openBrowser({ executablePath: findBrowser() })
  let missingChunks = 0
  let lostDrafts = 0
  try {
    const page = await browser.page()
    page.setDefaultTimeout(60_000)
    const countMissingChunks = (tab: typeof page) => {
      tab.on(
        'pageerror',
        ({ message }) =>
          (missingChunks += Number(/dynamically imported module|Importing a module|preload/i.test(message))),
      )
      tab.on(
        'response',
        (response) =>
          (missingChunks += Number(response.status() === 404 && response.url().includes('/assets/'))),
      )
    }
    countMissingChunks(page)
    await page.goto(`${server.url}/auth?tab=register`)
    await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    for (let round = 1; round <= ROUNDS; round++) {
      const build = round + 1
      const email = page.getByLabel('Email', { exact: true })
      await email.fill(TYPED)
      const other = await browser.context.newPage()
      countMissingChunks(other)
      await other.goto(server.url)
      await server.deploy(build)
      await other.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      await other.getByRole('button', { name: APP_TEXTS.notices.updateAction, exact: true }).click()
      await other.waitForFunction(
        (build) => document.documentElement.dataset['build'] === String(build),
        build,
      )
      await other.close()
      lostDrafts += Number((await email.inputValue()) !== TYPED)
      await page.getByRole('button', { name: APP_TEXTS.notices.updateAction, exact: true }).click()
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
        .catch(() => (lostDrafts += 1))
      if (round % 10 === 0)
        console.log(`${round} of ${ROUNDS}: ${missingChunks} missing code chunks, ${lostDrafts} drafts lost`)
    }
  } finally {
    await browser.dispose()
    await server.dispose()
  }
  console.log(
    `${ROUNDS} new builds under open tabs: ${missingChunks} missing code chunks, ${lostDrafts} drafts lost (goal 0 and 0)`,
  )
  process.exitCode = missingChunks + lostDrafts === 0 ? 0 : 1
}

await verify()

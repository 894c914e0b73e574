import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine, Size } from './driven-browser.ts'
import { type Screen, screenOf, untilOnDevice, untilResults } from './screen.ts'

const SIZES: readonly (readonly [name: string, size: Size])[] = [
  ['phone', { width: 360, height: 740 }],
  ['desktop', { width: 1280, height: 900 }],
]
const SCREENS: readonly (readonly [name: string, path: string, ready: (screen: Screen) => Promise<void>])[] =
  [
    ['home', '/', untilResults],
    [
      'results',
      '/?q=Chermside',
      async (screen) => {
        await untilResults(screen)
        await screen.browser.evaluate(() =>
          document.querySelector('#results')?.scrollIntoView({ block: 'start', behavior: 'instant' }),
        )
        await screen.see('img[data-static-map=shown], [data-map=ready]')
      },
    ],
    ['park', '/park/7', (screen) => screen.see('main h1')],
    ['map', '/?q=Chermside&view=map', (screen) => screen.see('[data-map=ready]')],
  ]
const ATTEMPTS = 3
/** Until images and animations are complete. */
const SETTLE_MS = 1_500

/** Takes pictures of the screens into a folder: 'park-phone-Firefox.png'. */
export async function takePictures(
  engine: Engine,
  origin: string,
  folder: string,
  deadline: number,
): Promise<void> {
  const left = SIZES.flatMap(([size, viewport]) =>
    SCREENS.map(([name, url, ready]) => ({
      file: `${name}-${size}-${engine.name}.png`,
      viewport,
      url,
      ready,
    })),
  )
  for (let attempt = 1; attempt <= ATTEMPTS && left.length > 0; attempt++) {
    for (const [, viewport] of SIZES) {
      const wanted = left.filter((picture) => picture.viewport === viewport)
      if (wanted.length === 0 || Date.now() > deadline) continue
      const browser = await engine.launch({ viewport })
      try {
        const screen = screenOf(browser, origin)
        await screen.go('/')
        await untilOnDevice(screen)
        for (const picture of wanted) {
          await screen.go(picture.url)
          await picture.ready(screen)
          await sleep(SETTLE_MS)
          await writeFile(path.join(folder, picture.file), await browser.picture())
          left.splice(left.indexOf(picture), 1)
        }
      } catch (error) {
        // The next attempt starts the browser again.
        console.log(`    pictures, attempt ${attempt}: ${String(error)}`)
      } finally {
        await browser.close().catch(() => undefined)
      }
    }
  }
}

import type { Page } from 'playwright-core'
import { scrollToMap } from './screen.ts'

/** The first map of the page that is drawn. */
export const mapOf = (page: Page) => page.locator('[data-map="ready"]').first()

/** The pins on it, without the dots of further parks. */
export const pinsOf = (page: Page) => mapOf(page).locator('.map-pin:not([data-shape="dot"])')

/** Scrolls the map into view, which loads it, and waits until it is drawn. */
export async function mapReady(page: Page): Promise<void> {
  await scrollToMap(page)
  await mapOf(page).locator('.leaflet-container').waitFor()
  await mapOf(page).locator('.leaflet-tile-loaded').first().waitFor()
}

/** Number of names that are listed for those who do not see the map. */
export const namesOnMap = (page: Page) => mapOf(page).locator('[data-map-names] li').count()

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_TEXTS } from '../../client/account/texts.ts'
import { DIRECTIONS_TEXTS } from '../../client/directions/texts.ts'
import { MAP_TEXTS } from '../../client/map/texts.ts'
import { TEXTS } from '../../client/ui/texts.ts'
import { TRAVEL_MODES, TRAVEL_MODE_LABELS } from '../../data/model/directions.ts'
import { COMPACT_FILTERS, FEATURE_LABELS } from '../../data/model/feature.ts'

const SPECIFICATION = new URL('../../../shared/spec.md', import.meta.url)

/** What the specification puts into quotes, with its own placeholders where a screen puts something in. */
const FIXED = [
  TEXTS.hero.title, TEXTS.hero.subtitle, TEXTS.hero.searching, TEXTS.hero.or, TEXTS.hero.myLocation, TEXTS.hero.locating,
  TEXTS.skip, TEXTS.header.searchPlaceholder, TEXTS.header.myLocation, TEXTS.header.locating, TEXTS.header.accessing, TEXTS.header.loadingLocationPage,
  ...Object.values(TEXTS.header.tabs),
  TEXTS.filters.title, TEXTS.filters.reset, TEXTS.filters.apply, TEXTS.filters.more(7), TEXTS.filters.more(8), TEXTS.filters.fewer,
  TEXTS.results.errorTitle, TEXTS.results.refresh, ...TEXTS.results.errorCities, ...TEXTS.results.emptyCities,
  TEXTS.park.viewDetails, TEXTS.park.noImage, TEXTS.park.notSaved, TEXTS.park.notRemoved,
  TEXTS.parkPage.contactCouncil, TEXTS.parkPage.share, TEXTS.parkPage.missingTitle, TEXTS.parkPage.goBack,
  TEXTS.favourites.title, TEXTS.favourites.find,
  TEXTS.browse.byStateTitle, TEXTS.browse.explore, TEXTS.browse.viewDogParks, TEXTS.browse.searchRegions, TEXTS.browse.jump, TEXTS.browse.noMatches,
  TEXTS.browse.noRegions, TEXTS.browse.browseAll, TEXTS.browse.errorStates, TEXTS.browse.errorStatesFor('{message}'), TEXTS.browse.errorRegions,
  TEXTS.browse.errorParks, TEXTS.browse.cityTitle('{city}', '{state name}'), TEXTS.browse.cityEmpty, TEXTS.browse.viewRegions('{state}'), TEXTS.browse.searchAll,
  TEXTS.location.neededTitle, TEXTS.location.deniedTitle, ...Object.values(TEXTS.location.byCode),
  TEXTS.notices.limitedTitle, TEXTS.notFound.title,
  ...COMPACT_FILTERS.map((id) => FEATURE_LABELS[id]), FEATURE_LABELS['dog-friendly'],
  DIRECTIONS_TEXTS.get, DIRECTIONS_TEXTS.openInGoogle, DIRECTIONS_TEXTS.print, `${DIRECTIONS_TEXTS.missingTitle}: ${DIRECTIONS_TEXTS.missing}`,
  DIRECTIONS_TEXTS.errorTitle, DIRECTIONS_TEXTS.error, DIRECTIONS_TEXTS.noLocation, ...TRAVEL_MODES.map((mode) => TRAVEL_MODE_LABELS[mode]),
  MAP_TEXTS.errorTitle, `${MAP_TEXTS.failed} / ${MAP_TEXTS.checkConnection}`,
  TEXTS.account.login, TEXTS.account.createAccount, TEXTS.account.signUp, TEXTS.account.hi('{username}'), TEXTS.account.favourites, TEXTS.account.admin,
  TEXTS.account.logout, TEXTS.account.loggedOut, TEXTS.account.loggedOutBody, TEXTS.account.logoutFailed,
  ACCOUNT_TEXTS.subtitle, ACCOUNT_TEXTS.dialog, ACCOUNT_TEXTS.errorTitle, ACCOUNT_TEXTS.loggingIn, ACCOUNT_TEXTS.forgot, ACCOUNT_TEXTS.forgotToast,
  ACCOUNT_TEXTS.dogName, ACCOUNT_TEXTS.dogNameNote, ACCOUNT_TEXTS.fullName, ACCOUNT_TEXTS.address, ACCOUNT_TEXTS.addressNote, ACCOUNT_TEXTS.registering,
  ACCOUNT_TEXTS.creating, ACCOUNT_TEXTS.orContinue, ACCOUNT_TEXTS.orRegister, ACCOUNT_TEXTS.welcomeBack, ACCOUNT_TEXTS.loggedInAs('{username}'),
  ACCOUNT_TEXTS.created, ACCOUNT_TEXTS.createdInDialog, ACCOUNT_TEXTS.loginFailed, ACCOUNT_TEXTS.registrationFailed, ACCOUNT_TEXTS.registrationTrouble,
]

// What stands in a description runs also where its tests do not.
const specification = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : ''
describe.runIf(specification)('the texts the specification fixes', () => {
  test.each(FIXED)('%s', (text) => expect(specification).toContain(text))
})

test('a search of regions names what was typed', () => {
  expect(TEXTS.browse.resultsFor('bon')).toMatch(/^Search results for .*bon/)
})

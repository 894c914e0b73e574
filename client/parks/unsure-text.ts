import type { HomeAddress } from '../queries/home-address.ts'
import { PARK_TEXTS } from './texts.ts'

const T = PARK_TEXTS.list

/**
 * The words of the link that lists the parks for which a filter's answer is not known, or leaves them out again.
 * The text of a search is a filter, too, if it names features.
 * @param count how many parks that are
 */
export function unsureText(
  { open, features, size, unsure }: HomeAddress,
  count: number,
  textNamesFeatures = false,
): string {
  if (open === 'only' && !features?.length && size === undefined && !textNamesFeatures)
    return unsure ? T.hideHoursUnknown : T.hoursUnknown(count)
  return unsure ? T.hideMaybe : T.maybe(count)
}

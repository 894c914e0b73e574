import { isIPv6 } from 'node:net'

/**
 * Prefix lengths of the IPv6 networks that a home usually gets, and that a provider's customer may get
 * (RFC 6177, RIPE-690).
 */
export const HOME_PREFIX = 56
const SITE_PREFIX = 48

/**
 * The networks an address is counted by, from narrow to wide: an IPv4 address itself, also where it is
 * written as IPv6; for IPv6 its /56 and its /48. Text that is not an address counts as a network of its own.
 */
export function networksOf(address: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return [mapped]
  const plain = address.split('%', 1)[0]!
  if (!isIPv6(plain)) return [address]
  const [before, after] = plain.split('::', 2).map((side) => side.split(':').filter((part) => part !== ''))
  const gap = after === undefined ? 0 : 8 - before!.length - after.length - (plain.includes('.') ? 1 : 0)
  const groups = [...before!, ...Array.from({ length: gap }, () => '0'), ...(after ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
  return [HOME_PREFIX, SITE_PREFIX].map((prefix) => {
    const kept = groups.map((group, at) => {
      const bits = Math.min(16, Math.max(0, prefix - 16 * at))
      return (group & (0xffff << (16 - bits))).toString(16)
    })
    return `${kept.join(':')}::/${prefix}`
  })
}

/** The network of one home: the narrowest of {@link networksOf}. */
export const homeNetwork = (address: string): string => networksOf(address)[0]!

import { isIPv6 } from 'node:net'

/** Groups of 16 bits that a /56 network has in full, and the bits of the next one that belong to it. */
const FULL_GROUPS = 3
const LAST_GROUP = 0xff00

/**
 * The network that one home is usually given: an IPv4 address, also where it is written as IPv6, or the /56 an IPv6 address is in (RFC 6177,
 * RIPE-690). Unreadable addresses count as one.
 */
export function homeNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const plain = address.split('%', 1)[0]!
  if (!isIPv6(plain)) return address
  const [before = [], after] = plain
    .split('::', 2)
    .map((side) => side.split(':').filter((part) => part !== ''))
  const known = before.length + (after?.length ?? 0) + (plain.includes('.') ? 1 : 0)
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - known }, () => '0')
  const groups = [...before, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
  const kept = [...groups.slice(0, FULL_GROUPS), groups[FULL_GROUPS]! & LAST_GROUP]
  return `${kept.map((group) => group.toString(16)).join(':')}::/56`
}

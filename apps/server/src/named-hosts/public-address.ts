import { BlockList, isIP } from 'node:net'
import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Ranges that no host on the internet has. Source: the special-purpose address registries of IANA, RFC 6890. */
const RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

const notPublic = new BlockList()
for (const [network, prefix] of RANGES) notPublic.addSubnet(network, prefix, 'ipv4')
/** Global unicast addresses of IPv6; inside them, ranges that lead elsewhere (6to4, Teredo, documentation). */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is one on the public internet: not of this machine, of its networks, or of a special purpose. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** The code of an error for a host that has an address which is not public. */
export const NOT_PUBLIC = 'ENOTPUBLIC'

/**
 * Looks a host up for a connection, which uses exactly the addresses that were checked here: a name that changes between a
 * check and a connection gains nothing. One address that is not public refuses the host.
 */
export const onlyPublic =
  (resolve: typeof lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const refused = !error && !found.every(({ address }) => isPublic(address))
      const trouble =
        error ?? (refused ? Object.assign(new Error('the host is not public'), { code: NOT_PUBLIC }) : null)
      if (trouble) return done(trouble, [] as LookupAddress[])
      const [first] = found
      return options.all ? done(null, found) : done(null, first!.address, first!.family)
    })
  }

/** By the resolver of this machine. */
export const publicLookup = onlyPublic(lookup)

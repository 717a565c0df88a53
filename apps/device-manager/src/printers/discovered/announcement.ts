import { BlockList, isIP, isIPv4 } from 'node:net'
import os from 'node:os'

/** A service announced by multicast DNS (DNS-SD, RFC 6763). Untrusted: anybody in the network can announce anything. */
export interface Service {
  fqdn: string
  host: string
  port: number
  addresses?: readonly string[]
  /** Who sent it. */
  referer?: { address: string }
  txt?: unknown
}

export interface Announcement {
  /** The same for all services of one printer, at any address. */
  id: string
  /** Its addresses in the networks of this machine, preferred first, and its host name last. */
  hosts: readonly string[]
  port: number
  /** Keys in lower case. */
  facts: ReadonlyMap<string, string>
}

const FACT_LIMIT = 200
const HOST_NAME = /^[\w.-]{1,255}$/

/** Undefined for an announcement that comes from outside the local network or points there. */
export function announcementOf(service: Service, isLocal = localNetworks()): Announcement | undefined {
  const { addresses = [], referer, port, fqdn, host } = service
  const hosts = addresses.filter(isLocal).toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)))
  if (!referer || !isLocal(referer.address) || hosts.length === 0) return undefined
  const facts = factsIn(service.txt)
  const [instance = fqdn] = fqdn.split(/\._[\w-]+\._tcp\./)
  const uuid = facts.get('uuid')?.toLowerCase()
  return {
    id: uuid === undefined ? `mdns:${instance}@${host}`.slice(0, FACT_LIMIT) : `urn:uuid:${uuid}`,
    hosts: HOST_NAME.test(host) ? [...hosts, host] : hosts,
    port,
    facts,
  }
}

const factsIn = (txt: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(typeof txt === 'object' && txt !== null ? txt : {}).flatMap(([key, value]) =>
      typeof value === 'string' && value.length <= FACT_LIMIT ? [[key.toLowerCase(), value] as const] : [],
    ),
  )

/** Whether an address is in a network of this machine. Link-local addresses need the name of an interface, so they are excluded. */
function localNetworks(): (address: string) => boolean {
  const networks = new BlockList()
  for (const { cidr, address, netmask, family } of Object.values(os.networkInterfaces()).flatMap((all) => all ?? [])) {
    const prefix = Number(cidr?.split('/')[1] ?? (netmask === '' ? 128 : 32))
    if (!address.startsWith('fe80:')) networks.addSubnet(address, prefix, family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return (address) => isIP(address) !== 0 && networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

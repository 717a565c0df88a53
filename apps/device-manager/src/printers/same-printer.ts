import os from 'node:os'

/** Whether two ports lead to one printer, judged by their addresses. */
export function isSamePrinter(
  one: { addresses?: readonly string[] },
  other: { addresses?: readonly string[] },
): boolean {
  const places = new Set(one.addresses?.map(placeOf))
  return (other.addresses ?? []).some((address) => places.has(placeOf(address)))
}

/** `dnssd://Desk._ipp._tcp.local/?uuid=…` is how CUPS names the printer of a queue; a secure address is the same printer. */
function placeOf(address: string): string {
  const uuid = /^(?:dnssd:.*[?&]uuid=|urn:uuid:)([\da-f-]+)/i.exec(address)?.[1]
  if (uuid !== undefined) return uuid.toLowerCase()
  const url = URL.parse(address)
  if (!url) return address // CUPS reports the address as the administrator typed it
  const { hostname, port, pathname } = url
  return `${isThisMachine(hostname) ? 'localhost' : hostname.replace(/\.local\.?$/, '')}:${port || IPP_PORT}${pathname}`.toLowerCase()
}

const IPP_PORT = '631'

const isThisMachine = (host: string): boolean =>
  [os.hostname(), `${os.hostname()}.local`].includes(host) ||
  Object.values(os.networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === host.replaceAll(/[[\]]/g, '')),
  )

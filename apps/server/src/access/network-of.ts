/**
 * Where an address counts as being, when something may be done only so often from there. Whoever has an address of IPv6 has
 * a whole /64 of them to choose from.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '') // IPv4, as a socket for both kinds shows it
  if (!plain.includes(':')) return plain
  const [start = [], end = []] = plain.split('::').map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

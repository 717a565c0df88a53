/** The network that rate limits count an address under. One IPv6 subscriber has a whole /64 of addresses. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '') // IPv4, as a dual-stack socket reports it
  if (!plain.includes(':')) return plain
  const [start = [], end = []] = plain.split('::').map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_S = 30

/** The code that an authenticator app shows `later` periods from now (RFC 6238). */
export function appCode(secret: string, later = 0): string {
  const bits = secret.replaceAll(/./g, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
  const period = Buffer.alloc(8)
  period.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / PERIOD_S) + later))
  const hash = createHmac('sha1', key).update(period).digest()
  const code = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fff_ffff
  return String(code % 1_000_000).padStart(6, '0')
}

import { inflateSync } from 'node:zlib'
import type { DotPage } from '../documents/pdf-to-dots.ts'

// Written from the maker's programming guide, without code of the driver.

/** The rows of a `^GF` or `~DG` graphic. @throws Error for what a printer would drop or misprint */
export function readGraphic(data: string, stride: number, total: number): Buffer {
  if (total % stride !== 0) throw new Error(`${total} bytes are not whole rows of ${stride}`)
  const bytes =
    data.startsWith(':') && /^:[ZB]64:/.test(data) ? unpacked(data) : Buffer.from(digits(data, stride), 'hex')
  if (bytes.length !== total) throw new Error(`a graphic of ${bytes.length} bytes instead of ${total}`)
  return bytes
}

function unpacked(data: string): Buffer {
  const [, kind, text = '', sum = ''] = /^:([ZB]64):([A-Za-z\d+/=]*):([\dA-Fa-f]{4})$/.exec(data) ?? []
  if (kind === undefined) throw new Error('a packed graphic that cannot be read')
  if (checksum(text) !== Number.parseInt(sum, 16)) throw new Error('a graphic with a wrong checksum')
  const bytes = Buffer.from(text, 'base64')
  return kind === 'Z64' ? inflateSync(bytes) : bytes
}

/** CRC-16/XMODEM bit by bit, on the text. */
function checksum(text: string): number {
  let crc = 0
  for (const byte of Buffer.from(text, 'latin1'))
    for (let bit = 7; bit >= 0; bit--) {
      const out = ((crc >> 15) & 1) ^ ((byte >> bit) & 1)
      crc = ((crc << 1) & 0xffff) ^ (out === 1 ? 0x1021 : 0)
    }
  return crc
}

/** G to Y repeat the next digit 1 to 19 times, g to z 20 to 400 times; a comma ends a row in white, a colon repeats the row above. */
function digits(data: string, stride: number): string {
  const rows: string[] = []
  let [row, times] = ['', 0]
  const end = (whole: string): void => {
    rows.push(whole)
    row = ''
  }
  for (const sign of data.replaceAll(/\s/g, '')) {
    const code = sign.charCodeAt(0)
    if (sign >= 'G' && sign <= 'Y') times += code - 0x46
    else if (sign >= 'g' && sign <= 'z') times += (code - 0x66) * 20
    else {
      if (sign === ':' && row !== '') throw new Error('a repeated row within a row')
      if (sign === ':') end(rows.at(-1) ?? '0'.repeat(stride * 2))
      else if (sign === ',') end(row.padEnd(stride * 2, '0'))
      else if (/[\dA-Fa-f]/.test(sign)) row += sign.repeat(times || 1)
      else throw new Error(`the sign ${sign} in a graphic`)
      times = 0
      while (row.length >= stride * 2) {
        const rest = row.slice(stride * 2)
        end(row.slice(0, stride * 2))
        row = rest
      }
    }
  }
  if (row !== '' || times > 0) throw new Error('a row that does not end')
  return rows.join('')
}

/** Rows of bits as a page; the dots beyond its width are dropped, and must be white. */
export function pageOf(rows: Buffer, stride: number, width = stride * 8): DotPage {
  const height = rows.length / stride
  const black = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < stride * 8; x++) {
      const isBlack = ((rows[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1
      if (isBlack && x >= width) throw new Error('ink beyond the width of the label')
      if (isBlack) black[y * width + x] = 1
    }
  return { width, height, black }
}

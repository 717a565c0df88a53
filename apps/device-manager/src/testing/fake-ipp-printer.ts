import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Value tags and group tags of RFC 8010, written out here so that the codec is not tested against itself. */
export const IPP = {
  integer: 0x21,
  enum: 0x23,
  resolution: 0x32,
  range: 0x33,
  keyword: 0x44,
  uri: 0x45,
  mimeType: 0x49,
  text: 0x41,
  none: 0x13,
  job: 2,
  printer: 4,
  unsupported: 5,
} as const

type Row = readonly [tag: number, name: string, value: string | number | Buffer]
type Group = readonly [tag: number, ...rows: Row[]]

/** The bytes of an answer. */
export function ippAnswer(status: number, ...groups: Group[]): Buffer {
  const head = Buffer.from([2, 0, status >> 8, status & 0xff, 0, 0, 0, 1])
  const operation: Group = [1, [0x47, 'attributes-charset', 'utf-8'], [0x48, 'attributes-natural-language', 'en']]
  const rows = [operation, ...groups].flatMap(([tag, ...values]) => [Buffer.of(tag), ...values.map(toBytes)])
  return Buffer.concat([head, ...rows, Buffer.of(3)])
}

function toBytes([tag, name, value]: Row): Buffer {
  const bytes = typeof value === 'number' ? numbers(value) : Buffer.from(value)
  return Buffer.concat([Buffer.of(tag), lengthOf(name), Buffer.from(name), lengthOf(bytes), bytes])
}

const lengthOf = (part: Buffer | string): Buffer =>
  Buffer.from([Buffer.byteLength(part) >> 8, Buffer.byteLength(part) & 0xff])

/** 32-bit numbers, as a range has two of them. */
export function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, 4 * index)
  return bytes
}

/** The value of a resolution. */
export const dotsPerInch = (dpi: number): Buffer => Buffer.concat([numbers(dpi, dpi), Buffer.of(3)])

/** The attributes of every printer that reads PDF. */
export const READS_PDF = [IPP.mimeType, 'document-format-supported', 'application/pdf'] as const

/** The attributes of a CUPS queue with a driver. */
export const DRIVER_QUEUE = [
  READS_PDF,
  [IPP.uri, 'device-uri', 'socket://127.0.0.1:9100'],
  [IPP.keyword, 'media-supported', 'na_index-4x6_4x6in'],
] as const

/** A faulty printer: for each operation, by its number, it answers as given, closes the connection or stays silent. */
export async function fakeIppPrinter(
  answer: (operation: number, request: Buffer) => Buffer | 'hang up' | 'silence' | { http: number },
  listensAt = '127.0.0.1',
) {
  const asked: number[] = []
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asking = Buffer.concat(parts)
      const operation = asking.readUInt16BE(2)
      asked.push(operation)
      const bytes = answer(operation, asking)
      if (bytes === 'silence') return
      if (bytes === 'hang up') request.socket.destroy()
      else if ('http' in bytes) response.writeHead(bytes.http).end()
      else response.setHeader('content-type', 'application/ipp').end(bytes)
    })
  })
  server.listen(0, listensAt)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    /** The requested operations, in order. */
    asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

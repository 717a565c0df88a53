/** The encoding of IPP (RFC 8010): requests and responses. */

export interface IppCollection {
  [member: string]: IppValue[]
}
export interface IppResolution {
  x: number
  y: number
  unit: 'dpi' | 'dpcm'
}
/** Ranges are pairs. Attributes without a value (unknown, no-value) are undefined. */
export type IppValue =
  string | number | boolean | Uint8Array | IppResolution | [number, number] | IppCollection | undefined

/** Every attribute is a list, even where the protocol allows one value. */
export interface IppAttributes {
  [name: string]: IppValue[]
}

export interface IppResponse {
  status: number
  operation: IppAttributes
  /** What the printer ignored or replaced; the values are its own. */
  unsupported: IppAttributes
  /** One for each printer or job that was asked for. */
  printers: IppAttributes[]
  jobs: IppAttributes[]
}

const OPERATION = {
  'Print-Job': 0x02,
  'Validate-Job': 0x04,
  'Cancel-Job': 0x08,
  'Get-Job-Attributes': 0x09,
  'Get-Printer-Attributes': 0x0b,
  'CUPS-Get-Printers': 0x4002,
} as const
type OperationName = keyof typeof OPERATION

const GROUP = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const
const TAG = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  dateTime: 0x31,
  resolution: 0x32,
  range: 0x33,
  beginCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
  memberName: 0x4a,
} as const
type WrittenTag =
  | 'integer'
  | 'boolean'
  | 'enum'
  | 'resolution'
  | 'text'
  | 'name'
  | 'keyword'
  | 'uri'
  | 'charset'
  | 'language'
  | 'mimeType'

/** An attribute of a request; several values are given as one row each, the further ones with an empty name. */
export type RequestAttribute = readonly [tag: WrittenTag, name: string, value: RequestValue]
type RequestValue = string | number | boolean | IppResolution

export interface IppRequest {
  operation: OperationName
  id: number
  attributes: readonly RequestAttribute[]
  jobAttributes?: readonly RequestAttribute[]
}

/** The head of a request; the document follows unchanged. */
export function encodeRequest({ operation, id, attributes, jobAttributes = [] }: IppRequest): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(OPERATION[operation], 2)
  head.writeUInt32BE(id, 4)
  const first: RequestAttribute[] = [
    ['charset', 'attributes-charset', 'utf-8'],
    ['language', 'attributes-natural-language', 'en-gb'],
  ]
  const job = jobAttributes.length > 0 ? [Buffer.of(GROUP.job), ...jobAttributes.map(encodeAttribute)] : []
  return Buffer.concat([
    head,
    Buffer.of(GROUP.operation),
    ...[...first, ...attributes].map(encodeAttribute),
    ...job,
    Buffer.of(GROUP.end),
  ])
}

function encodeAttribute([tag, name, value]: RequestAttribute): Buffer {
  return Buffer.concat([Buffer.of(TAG[tag]), withLength(Buffer.from(name)), withLength(encodeValue(value))])
}

function encodeValue(value: RequestValue): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  if (typeof value === 'object') return encodeResolution(value)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const DOTS_PER = { dpi: 3, dpcm: 4 } as const

function encodeResolution({ x, y, unit }: IppResolution): Buffer {
  const bytes = Buffer.alloc(9, DOTS_PER[unit])
  bytes.writeInt32BE(x, 0)
  bytes.writeInt32BE(y, 4)
  return bytes
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** @throws RangeError if the bytes are incomplete or not IPP */
export function decodeResponse(bytes: Buffer): IppResponse {
  const [operation, unsupported] = [noAttributes(), noAttributes()]
  const response: IppResponse = { status: bytes.readUInt16BE(2), operation, unsupported, printers: [], jobs: [] }
  const reader = { bytes, at: 8 }
  let group = noAttributes()
  let last = ''
  for (;;) {
    const tag = readByte(reader)
    if (tag === GROUP.end) return response
    if (tag < 0x10) {
      group = groupFor(response, tag)
      continue
    }
    const name = readBlock(reader).toString()
    const value = readValue(reader, tag)
    if (name !== '') last = name
    ;(group[last] ??= []).push(value)
  }
}

/** Without a prototype: names are untrusted, and `constructor` is a valid name. */
const noAttributes = (): IppAttributes => Object.create(null) as IppAttributes

function groupFor(response: IppResponse, tag: number): IppAttributes {
  if (tag === GROUP.operation) return response.operation
  if (tag === GROUP.unsupported) return response.unsupported
  const group = noAttributes()
  if (tag === GROUP.printer) response.printers.push(group)
  if (tag === GROUP.job) response.jobs.push(group)
  return group
}

interface Reader {
  bytes: Buffer
  at: number
}

const readByte = (reader: Reader): number => reader.bytes.readUInt8(reader.at++)

function readBlock(reader: Reader): Buffer {
  const length = reader.bytes.readUInt16BE(reader.at)
  const start = reader.at + 2
  reader.at = start + length
  if (reader.at > reader.bytes.length) throw new RangeError('The answer ends too early')
  return reader.bytes.subarray(start, reader.at)
}

function readValue(reader: Reader, tag: number): IppValue {
  const bytes = readBlock(reader)
  if (tag === TAG.beginCollection) return readCollection(reader)
  if (tag === TAG.integer || tag === TAG.enum) return bytes.readInt32BE()
  if (tag === TAG.boolean) return bytes.readUInt8() !== 0
  if (tag === TAG.range) return [bytes.readInt32BE(0), bytes.readInt32BE(4)]
  if (tag === TAG.resolution)
    return {
      x: bytes.readInt32BE(0),
      y: bytes.readInt32BE(4),
      unit: bytes.readUInt8(8) === DOTS_PER.dpcm ? 'dpcm' : 'dpi',
    }
  if (tag === TAG.textWithLanguage || tag === TAG.nameWithLanguage) return withoutLanguage(bytes)
  if (tag >= TAG.text && tag <= TAG.memberName) return bytes.toString()
  if (tag < 0x20) return undefined
  return new Uint8Array(bytes)
}

function withoutLanguage(bytes: Buffer): string {
  const reader = { bytes, at: 0 }
  readBlock(reader)
  return readBlock(reader).toString()
}

function readCollection(reader: Reader): IppCollection {
  const collection: IppCollection = noAttributes()
  let member = ''
  for (;;) {
    const tag = readByte(reader)
    readBlock(reader) // names inside a collection are empty
    if (tag === TAG.endCollection) {
      readBlock(reader)
      return collection
    }
    const value = readValue(reader, tag)
    if (tag === TAG.memberName && typeof value === 'string') member = value
    else (collection[member] ??= []).push(value)
  }
}

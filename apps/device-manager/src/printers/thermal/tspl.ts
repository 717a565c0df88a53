import { causesOf, type DotRows, type LabelLanguage, type LabelSetting, type LabelStatus } from './language.ts'
import type { Talk } from './talk.ts'

const MM_PER_INCH = 25.4
const STOCK = { gap: 'GAP 3 mm,0 mm', mark: 'BLINE 3 mm,0 mm', continuous: 'GAP 0 mm,0 mm' } as const
const METHOD = { direct: 'SET RIBBON OFF', ribbon: 'SET RIBBON ON' } as const

const ESC = 0x1b
const SHORT_STATUS = Uint8Array.of(ESC, 0x21, 0x3f)
const LONG_STATUS = Uint8Array.of(ESC, 0x21, 0x53)

const PRINTING = 0x20
const SHORT_BITS: readonly (readonly [bit: number, reason: string])[] = [
  [0x04, 'media-empty'],
  [0x08, 'ribbon-empty'],
  [0x02, 'media-jam'],
  [0x01, 'cover-open'],
  [0x40, 'cover-open'],
  [0x80, 'hardware-failure'],
  [0x10, 'paused-at-printer'],
]

/** Reads the one byte that answers `ESC ! ?`, by the bits of TSC's programming manual. */
export function readShortStatus(bytes: Buffer): LabelStatus | undefined {
  const [byte] = bytes
  if (byte === undefined) return undefined
  const reasons = SHORT_BITS.filter(([bit]) => (byte & bit) !== 0).map(([, reason]) => reason)
  return { reasons: causesOf(reasons), isBusy: (byte & PRINTING) !== 0, hasHalfLabel: false }
}

const FRAME = /\x02([@-\x7f]{4})\x03/s // eslint-disable-line no-control-regex -- STX and ETX
/** Messages of the first byte while it has something to do; `C` cuts, `K` waits for a key, `L` for its label to be taken. */
const BUSY = new Set(['C', 'K', 'L', 'P', 'W'])
const MESSAGES: Record<string, string> = { L: 'label-not-taken', K: 'paused-at-printer', '`': 'paused-at-printer' }

/** The bits of the second to the fourth byte; 0x40 is always set. */
const LONG_BITS: readonly (readonly [byte: 1 | 2 | 3, bit: number, reason: string])[] = [
  [3, 0x01, 'media-empty'],
  [3, 0x04, 'ribbon-empty'],
  [3, 0x02, 'media-jam'],
  [2, 0x01, 'cooling'],
  [2, 0x02, 'cooling'],
  [2, 0x08, 'cutter-jam'],
  [2, 0x10, 'hardware-failure'],
]

/** Reads the frame that answers `ESC ! S`; undefined while it is incomplete. */
export function readLongStatus(bytes: Buffer): LabelStatus | undefined {
  const frame = FRAME.exec(bytes.toString('latin1'))?.[1]
  if (frame === undefined) return undefined
  const [message = ''] = frame
  const faults = LONG_BITS.filter(([at, bit]) => (frame.charCodeAt(at) & bit) !== 0).map(([, , reason]) => reason)
  const unnamed = message === 'E' && faults.length === 0 ? ['hardware-failure'] : []
  const reasons = [...faults, ...unnamed, ...(MESSAGES[message] ? [MESSAGES[message]] : [])]
  return { reasons: causesOf(reasons), isBusy: BUSY.has(message), hasHalfLabel: false }
}

/** Newer firmware reports more by the long status, but not an open head. */
async function ask(talk: Talk, answers: ReadonlySet<string>): Promise<LabelStatus | undefined> {
  const short = await talk.ask(SHORT_STATUS, readShortStatus)
  if (!short || !answers.has('long')) return short
  const long = await talk.ask(LONG_STATUS, readLongStatus)
  if (!long) return short
  const reasons = causesOf([...short.reasons, ...long.reasons])
  return { reasons, isBusy: short.isBusy || long.isBusy, hasHalfLabel: false }
}

const settingsOf = ({ stock, method }: LabelSetting): string[] =>
  [stock && STOCK[stock], method && METHOD[method]].flatMap((line) => line ?? [])

const inMm = (dots: number, dpi: number): string => `${((dots / dpi) * MM_PER_INCH).toFixed(1)} mm`

/** In TSPL and EPL2 a set bit is white. */
export const inverted = ({ bits }: DotRows): Uint8Array => bits.map((byte) => ~byte)

/** TSPL, of TSC and of most cheap 4 × 6 printers. */
export const TSPL: LabelLanguage = {
  name: 'tspl',
  encode: (rows, dpi, setting) => {
    const { width, height, rowBytes } = rows
    const head = [
      `SIZE ${inMm(width, dpi)},${inMm(height, dpi)}`,
      ...settingsOf(setting),
      'DIRECTION 0,0',
      'REFERENCE 0,0',
      'CLS',
      `BITMAP 0,0,${rowBytes},${height},0,`,
    ]
    return Buffer.concat([Buffer.from(head.join('\r\n')), inverted(rows), Buffer.from('\r\nPRINT 1,1\r\n')])
  },
  status: {
    ask: (talk, { answers }) => ask(talk, answers),
    identify: async (talk) => {
      const long = await talk.ask(LONG_STATUS, readLongStatus)
      return { answers: new Set(long ? ['long'] : []) }
    },
  },
}

/** The media that a printer reports, in whole millimetres. */
export interface LoadedMedia {
  kind: 'none' | 'endless' | 'die_cut'
  width_mm: number
  length_mm: number
  twoColour: boolean
}

/** A status frame of a QL printer. */
export interface QlStatus {
  modelCode: number
  /** State reasons; none when the printer is ready. */
  reasons: string[]
  media: LoadedMedia
  type: 'reply' | 'completed' | 'error' | 'turned_off' | 'notification' | 'phase' | 'other'
  isPrinting: boolean
  /** The head is too hot: the printer pauses and resumes by itself. */
  cooling: 'started' | 'ended' | undefined
}

export const FRAME_BYTES = 32
const FRAME_HEAD = [0x80, 0x20, 0x42]

/** Where a frame begins, or where one may have begun at the end; the number of bytes when there is none. */
export function frameStart(bytes: Uint8Array): number {
  const start = bytes.findIndex((_, at) => FRAME_HEAD.every((byte, n) => (bytes[at + n] ?? byte) === byte))
  return start < 0 ? bytes.length : start
}

const [MODEL, MEDIA_WIDTH, MEDIA_KIND, MEDIA_LENGTH, TYPE, PHASE, NOTIFICATION, COLOURS] = [
  4, 10, 11, 17, 18, 19, 22, 25,
]

/** Bits of bytes 8 and 9. The names are those of IPP where it has one; bits that the maker calls unused also count as a failure. */
const REASONS: readonly (readonly [byte: 8 | 9, bits: number, reason: string])[] = [
  [8, 0x01, 'media-empty'],
  [8, 0x02, 'media-empty'],
  [8, 0x04, 'cutter-jam'],
  [8, 0x10, 'in-use'],
  [8, 0x20, 'powered-off'],
  [8, 0xc8, 'hardware-failure'],
  [9, 0x01, 'media-mismatch'],
  [9, 0x0e, 'data-lost'],
  [9, 0x10, 'cover-open'],
  [9, 0x40, 'media-jam'],
  [9, 0xa0, 'hardware-failure'],
]

const TYPES: Record<number, QlStatus['type']> = {
  0: 'reply',
  1: 'completed',
  2: 'error',
  4: 'turned_off',
  5: 'notification',
  6: 'phase',
}
/** Printers differ in the upper half of the byte. */
const KINDS: Record<number, LoadedMedia['kind']> = { 0: 'none', 0x0a: 'endless', 0x0b: 'die_cut' }
const COOLING: Record<number, QlStatus['cooling']> = { 3: 'started', 4: 'ended' }

/** Reads one whole frame. */
export function readStatus(frame: Uint8Array): QlStatus {
  const byte = (at: number): number => frame[at]!
  const type = TYPES[byte(TYPE)] ?? 'other'
  const found = REASONS.filter(([at, bits]) => (byte(at) & bits) !== 0).map(([, , reason]) => reason)
  return {
    modelCode: byte(MODEL),
    reasons: found.length === 0 ? reasonsOf(type) : [...new Set(found)],
    media: {
      kind: KINDS[byte(MEDIA_KIND) & 0x0f] ?? 'none',
      width_mm: byte(MEDIA_WIDTH),
      length_mm: byte(MEDIA_LENGTH),
      twoColour: (byte(COLOURS) & 0x80) !== 0,
    },
    type,
    isPrinting: byte(PHASE) === 1,
    cooling: type === 'notification' ? COOLING[byte(NOTIFICATION)] : undefined,
  }
}

/** The reasons in a frame that has no error bits. */
function reasonsOf(type: QlStatus['type']): string[] {
  if (type === 'turned_off') return ['powered-off']
  return type === 'error' ? ['hardware-failure'] : []
}

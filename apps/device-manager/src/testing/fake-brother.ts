import type { DotPage } from '../documents/pdf-to-dots.ts'
import { commandLength, picture, unpacked } from './fake-brother-bytes.ts'
import { printerOnTcp } from './printer-on-tcp.ts'

/** Written from the maker's protocol reference, without code of the driver. */
const MODELS = {
  'QL-600': { code: 0x47, rowBytes: 90, unpacks: false },
  'QL-800': { code: 0x38, rowBytes: 90, unpacks: false },
  'QL-1100': { code: 0x43, rowBytes: 162, unpacks: true },
  'QL-1110NWB': { code: 0x44, rowBytes: 162, unpacks: true },
} as const

/** Errors are the two error bytes of a status. */
type Errors = readonly [number, number]

export interface FakeBrotherSetting {
  model?: keyof typeof MODELS
  /** Reports another model. */
  modelCode?: number
  /** Type 0x0a is endless, 0x0b die-cut. */
  roll?: { type: number; width: number; length: number; twoColour?: boolean }
  /** Error bytes in the answer to a status request. */
  asked?: Errors
  /** Errors after a page is received: before the media move, or after. From this page on, counted from 1. */
  refuses?: { page: number; errors: Errors }
  breaks?: { page: number; errors: Errors }
  /** It is turned off after this many rows. */
  offAfterRows?: number
  /** Sends no status after a page was received, or never. */
  silent?: 'while printing' | 'always'
  /** Pauses in the middle of a page until `cooled` is called. */
  cools?: boolean
}

const DK_11247: NonNullable<FakeBrotherSetting['roll']> = { type: 0x0b, width: 104, length: 164 }
const [ASKED, COMPLETED, ERROR, NOTIFICATION, PHASE] = [0, 1, 2, 5, 6]

/** A label printer on TCP that records what it prints, and violations of the protocol in `wrongs`. */
export async function fakeBrother(setting: FakeBrotherSetting = {}, host = '127.0.0.1') {
  const printer = fakePrinter(setting)
  const { port, ...server } = await printerOnTcp(printer.connect, host)
  return { ...printer, ...server, address: `ql://127.0.0.1:${port}` }
}

function fakePrinter(setting: FakeBrotherSetting) {
  const { model: name = 'QL-1110NWB', roll = DK_11247, asked, refuses, breaks, offAfterRows, silent, cools } = setting
  const model = { ...MODELS[name], ...(setting.modelCode && { code: setting.modelCode }) }
  const printed: DotPage[] = []
  const wrongs: string[] = []
  const wrong = (what: string): void => {
    wrongs.push(what)
  }
  /** Received pages; a held page is printed when the error is cleared. */
  let pages = 0
  let questions = 0
  let held: Uint8Array[] | undefined
  let cooled: (() => void) | undefined

  function frame(
    type: number,
    { errors = [0, 0], phase = 0, notification = 0 }: { errors?: Errors; phase?: number; notification?: number } = {},
  ): Buffer {
    const bytes = Buffer.alloc(32)
    bytes.set([0x80, 0x20, 0x42, 0x34, model.code, 0x30, 0x30, 0, ...errors])
    bytes.set([roll.width, roll.type, 0, 0, 0x3f, 0, 0, roll.length], 10)
    bytes.set([type, phase, 0, 0, notification], 18)
    bytes[25] = roll.twoColour ? 0x80 : 0
    return bytes
  }

  function connect(say: (bytes: Buffer) => void, turnOff: () => void) {
    let waiting = Buffer.alloc(0)
    let isPacked = false
    let announced: { flags: number; type: number; width: number; length: number; rows: number } | undefined
    let rows: Uint8Array[] = []
    let isInPage = false
    let isBusy = false

    const answer = (bytes: Buffer): void => {
      if (silent !== 'always') say(bytes)
    }
    function take(part: Buffer): void {
      waiting = Buffer.concat([waiting, part])
      for (;;) {
        const length = waiting.length === 0 ? 0 : commandLength(waiting)
        if (length < 0) return wrong(`unknown command ${waiting[0]?.toString(16)}`)
        if (length === 0 || waiting.length < length) return
        const command = waiting.subarray(0, length)
        waiting = waiting.subarray(length)
        obey(command)
        if (offAfterRows !== undefined && rows.length >= offAfterRows) return turnOff()
      }
    }

    function obey(command: Buffer): void {
      const [first = 0, second = 0, third = 0] = command
      if (isBusy && first !== 0) wrong(`command ${first.toString(16)} while printing`)
      if (first === 0x1b && second === 0x40) clear()
      else if (first === 0x1b && third === 0x53) askStatus()
      else if (first === 0x1b && third === 0x7a) announce(command)
      else if (first === 0x4d) isPacked = second === 2
      else if (first === 0x5a) addRow(new Uint8Array(model.rowBytes))
      else if (first === 0x67) addRow(isPacked ? unpacked(command.subarray(3)) : command.subarray(3))
      else if (first === 0x77) addPlane(second, command.subarray(3))
      else if (first === 0x0c || first === 0x1a) void printPage()
      if (first === 0x4d && !model.unpacks) wrong('compression on a model that has none')
      if (first === 0x5a && !isPacked) wrong('blank row without compression')
    }

    function clear(): void {
      ;[rows, held, announced, isInPage, isPacked] = [[], undefined, undefined, false, false]
    }

    function askStatus(): void {
      questions++
      if (isInPage) wrong('asked for its status in a page')
      answer(frame(ASKED, { errors: asked ?? [0, 0] }))
    }

    function announce(command: Buffer): void {
      const [flags = 0, type = 0, width = 0, length = 0] = command.subarray(3)
      announced = { flags, type, width, length, rows: command.readUInt32LE(7) }
      isInPage = true
    }

    function addPlane(plane: number, row: Uint8Array): void {
      if (!roll.twoColour) wrong('a red plane without a roll of two colours')
      if (plane === 1) addRow(row, true)
      else if (row.some((byte) => byte !== 0)) wrong('red ink')
    }

    function addRow(row: Uint8Array, hasPlanes = false): void {
      if (row.length !== model.rowBytes) wrong(`a row of ${row.length} bytes`)
      if (roll.twoColour && !hasPlanes) wrong('a row without its red plane')
      rows.push(Uint8Array.from(row))
    }

    async function printPage(): Promise<void> {
      pages++
      const page = rows
      const { flags = 0, type, width, length, rows: count } = announced ?? {}
      if (count !== page.length) wrong(`${page.length} rows of ${count}`)
      rows = []
      isInPage = false
      const isOther =
        (flags & 2 && type !== roll.type) ||
        (flags & 4 && width !== roll.width) ||
        (flags & 8 && length !== roll.length)
      if (isOther) return answer(frame(ERROR, { errors: [0, 1] }))
      if (refuses && pages >= refuses.page) {
        held = page
        return answer(frame(ERROR, { errors: refuses.errors }))
      }
      if (silent === 'while printing') return
      isBusy = true
      answer(frame(PHASE, { phase: 1 }))
      if (breaks && pages >= breaks.page) {
        isBusy = false
        return answer(frame(ERROR, { errors: breaks.errors, phase: 1 }))
      }
      if (cools) {
        const isCool = new Promise<void>((resolve) => (cooled = resolve))
        answer(frame(NOTIFICATION, { phase: 1, notification: 3 }))
        await isCool
        answer(frame(NOTIFICATION, { phase: 1, notification: 4 }))
      }
      printed.push(picture(page))
      isBusy = false
      // in pieces, as in a network
      const report = Buffer.concat([frame(COMPLETED, { phase: 1 }), frame(PHASE)])
      answer(report.subarray(0, 20))
      setImmediate(() => answer(report.subarray(20)))
    }

    return take
  }

  return {
    /** The printed pages as seen on paper: the last pin is on the left. */
    printed,
    wrongs,
    /** The number of completely received pages, printed or not. */
    pagesReceived: () => pages,
    /** The number of status requests. */
    questions: () => questions,
    connect,
    cooled: () => cooled?.(),
    /** Whether it holds no page that could still be printed. */
    isCleared: () => held === undefined,
    /** Clears the error: a held page is printed now. */
    repair: () => {
      if (held) printed.push(picture(held))
      held = undefined
    },
  }
}

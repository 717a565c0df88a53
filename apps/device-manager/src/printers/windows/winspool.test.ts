import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeWindows } from '../../testing/fake-windows.ts'
import { SpoolerRefusal, type Drawing } from './spooler.ts'
import { windowsSpooler } from './winspool.ts'

const windows = fakeWindows()
vi.mock(import('./koffi.ts'), async (original) => ({ ...(await original()), loadKoffi: () => windows.koffi }))

const [KEPT, DELETED, RELEASED] = [8, 5, 9]
const JOB = 7
/** Accepts 1,000 bytes at a time. */
const writes = (_printer: unknown, part: Uint8Array, _count: number, written: number[]) => {
  written[0] = Math.min(part.length, 1000)
  return 1
}
const opens = (_queue: string, printer: unknown[]) => {
  printer[0] = 'handle'
  return 1
}
const WORKS = { OpenPrinterW: opens, WritePrinter: writes, StartDocPrinterW: () => JOB, StartDocW: () => JOB }
const given = (changed: Record<string, () => unknown>) => windows.behave({ ...WORKS, ...changed })
beforeEach(() => given({}))

const bytes = Uint8Array.from({ length: 2_500 }, (_, at) => at % 251)
const sendRaw = () => windowsSpooler().sendRaw('Office', 'Label', bytes)

const PAGE = { width: 8, height: 1, black: new Uint8Array(8), scale: { x: 2, y: 3 } }
const DRAWING: Drawing = { paper: 9, isLandscape: true, copies: 2, pagesAt: async () => [PAGE] }
const draw = (change: Partial<Drawing> = {}) => windowsSpooler().draw('Office', 'Form', { ...DRAWING, ...change })

test('sends all bytes of a raster in order, and keeps the job for status requests', async () => {
  const sent: Buffer[] = []
  windows.behave({
    ...WORKS,
    WritePrinter: (printer: unknown, part: Uint8Array, count: number, written: number[]) => {
      const answer = writes(printer, part, count, written)
      sent.push(Buffer.from(part.subarray(0, written[0])))
      return answer
    },
  })
  expect(await sendRaw()).toBe(JOB)
  expect(Buffer.concat(sent).equals(bytes)).toBe(true)
  expect(windows.calls).toContainEqual(['SetJobW', 'handle', JOB, 0, null, KEPT])
  expect(windows.names()).not.toContain('AbortPrinter')
  expect(windows.calls.at(-1)).toEqual(['ClosePrinter', 'handle'])
})

test('draws each copy of each page from the edge of the sheet, and keeps the job', async () => {
  const offsets: Record<number, number> = { 112: 40, 113: 30, 88: 600, 90: 300 }
  given({ GetDeviceCaps: ((_context: unknown, number: number) => offsets[number] ?? 1200) as () => unknown })
  const pagesAt = vi.fn(DRAWING.pagesAt)
  expect(await draw({ pagesAt })).toBe(JOB)
  expect(pagesAt).toHaveBeenCalledWith({ x: 600, y: 300 }, { width_mm: 50.8, height_mm: 101.6 })
  const blits = windows.calls.filter(([name]) => name === 'StretchDIBits')
  const placed = [-40, -30, 16, 3, 0, 0, 8, 1]
  expect(blits.map((args) => args.slice(2, 10))).toEqual([placed, placed])
  expect(windows.calls).toContainEqual(['SetJobW', 'handle', JOB, 0, null, KEPT])
  expect(windows.names().indexOf('SetJobW')).toBeLessThan(windows.names().indexOf('StartPage'))
  expect(windows.names().filter((name) => name === 'EndPage')).toHaveLength(2)
  expect(windows.names()).not.toContain('AbortDoc')
  expect(windows.names().slice(-2)).toEqual(['DeleteDC', 'ClosePrinter'])
})

describe('an order that Windows does not accept at all is refused, and everything is closed', () => {
  test.each([
    // function        answer  closed
    ['OpenPrinterW', 0, []],
    ['StartDocPrinterW', 0, ['ClosePrinter']],
  ])('raster, %s: %j', async (name, answer, closed) => {
    given({ [name]: () => answer })
    await expect(sendRaw()).rejects.toThrow(SpoolerRefusal)
    expect(windows.names().filter((called) => /Close|Abort|Write/.test(called))).toEqual(closed)
  })
  test.each([
    ['OpenPrinterW', 0, []],
    ['CreateDCW', null, ['ClosePrinter']],
    ['StartDocW', 0, ['DeleteDC', 'ClosePrinter']],
    ['StartDocW', -1, ['DeleteDC', 'ClosePrinter']],
  ])('drawing, %s: %j', async (name, answer, closed) => {
    given({ [name]: () => answer })
    await expect(draw()).rejects.toThrow(SpoolerRefusal)
    expect(windows.names().filter((called) => /Close|Delete|Abort|StretchDIBits/.test(called))).toEqual(closed)
  })
})

describe('an order that Windows accepts in part is aborted, is no refusal, and everything is closed', () => {
  test.each(['StartPagePrinter', 'WritePrinter', 'EndPagePrinter', 'EndDocPrinter'])('raster, %s', async (name) => {
    given({ [name]: () => 0 })
    const error: unknown = await sendRaw().catch((failure: unknown) => failure)
    expect([error instanceof Error, error instanceof SpoolerRefusal]).toEqual([true, false])
    expect(windows.names().slice(-2)).toEqual(['AbortPrinter', 'ClosePrinter'])
  })
  test('raster, WritePrinter that takes nothing', async () => {
    given({ WritePrinter: () => 1 })
    await expect(sendRaw()).rejects.toThrow('only part')
  })
  test.each([
    ['StartPage', 0],
    ['StretchDIBits', 0],
    ['StretchDIBits', -1],
    ['EndPage', 0],
    ['EndDoc', 0],
  ])('drawing, %s: %j', async (name, answer) => {
    given({ [name]: () => answer })
    const error: unknown = await draw().catch((failure: unknown) => failure)
    expect([error instanceof Error, error instanceof SpoolerRefusal]).toEqual([true, false])
    expect(windows.names().slice(-3)).toEqual(['AbortDoc', 'DeleteDC', 'ClosePrinter'])
  })
})

test('a document that cannot be drawn begins no job, and everything is closed', async () => {
  const refused = draw({ pagesAt: () => Promise.reject(new Error('refused')) })
  await expect(refused).rejects.toThrow('refused')
  expect(windows.names()).not.toContain('StartDocW')
  expect(windows.names().slice(-2)).toEqual(['DeleteDC', 'ClosePrinter'])
})

describe('the settings of the driver', () => {
  const AT = { fields: 72, orientation: 76, paperSize: 78, scale: 84, copies: 86, duplex: 94 }
  const [OUT, IN_AND_OUT] = [2, 10]
  /** The settings given to the driver; `set` are the fields that the user's settings have. */
  async function settingsFor(set: number, change: Partial<Drawing> = {}, merges = 1) {
    let asked: Buffer | undefined
    given({
      DocumentPropertiesW: ((...args: [unknown, unknown, string, Buffer | null, Buffer | null, number]) => {
        const [, , , out, settings, how] = args
        if (how === 0) return 100
        if (how === OUT) out?.writeUInt32LE(set, AT.fields)
        if (how === IN_AND_OUT) asked = settings!
        return how === IN_AND_OUT ? merges : 1
      }) as () => unknown,
    })
    await draw(change)
    const used = windows.calls.find(([name]) => name === 'CreateDCW')?.at(-1) as Buffer
    const read = (at: number) => asked?.readInt16LE(at)
    const { fields, orientation, paperSize, scale, copies, duplex } = AT
    return {
      fields: asked?.readUInt32LE(fields),
      values: [orientation, paperSize, scale, copies, duplex].map(read),
      isMerged: used !== asked,
    }
  }
  test('name media and orientation, without scaling', async () => {
    expect(await settingsFor(0)).toEqual({ fields: 0x13, values: [2, 9, 100, 0, 0], isMerged: true })
    const upright = { isLandscape: false, paper: undefined }
    expect(await settingsFor(0, upright)).toEqual({ fields: 0x11, values: [1, 0, 100, 0, 0], isMerged: true })
  })
  test('print one copy on one side where the driver has such settings', async () => {
    expect(await settingsFor(0x1100)).toMatchObject({ fields: 0x1113, values: [2, 9, 100, 1, 1] })
  })
  test('are used as they are if the driver does not merge them', async () => {
    expect(await settingsFor(0, {}, -1)).toMatchObject({ isMerged: false })
  })
  test.each([
    ['too small', [50]],
    ['not readable', [100, -1]],
  ])('are left to the driver if they are %s', async (_case, answers) => {
    const rest = [...answers]
    given({ DocumentPropertiesW: () => rest.shift() })
    await draw()
    expect(windows.calls.find(([name]) => name === 'CreateDCW')?.at(-1)).toBeNull()
  })
})

test.each([
  ['deleteJob', DELETED],
  ['releaseJob', RELEASED],
] as const)(
  '%s controls the job, and does not fail when Windows no longer opens the printer',
  async (name, command) => {
    await windowsSpooler()[name]('Office', JOB)
    expect(windows.calls).toContainEqual(['SetJobW', 'handle', JOB, 0, null, command])
    given({ OpenPrinterW: () => 0 })
    await windowsSpooler()[name]('Office', JOB)
    expect(windows.names()).not.toContain('SetJobW')
  },
)

test('reads the status of a job, and none when the job is gone', async () => {
  const status = (...answers: number[]) => {
    windows.behave({
      ...WORKS,
      GetJobW: (...[, , , into, , needed]: [unknown, number, number, Buffer | null, number, number[]]) => {
        needed[0] = into ? needed[0]! : answers.shift()!
        into?.fill(0x80)
        return answers[0] ?? 1
      },
    })
    return windowsSpooler().jobStatus('Office', JOB)
  }
  expect(await status(10)).toBe(0x80)
  expect(await status(0)).toBeUndefined()
  expect(await status(10, 0)).toBeUndefined()
  given({ OpenPrinterW: () => 0 })
  await expect(windowsSpooler().jobStatus('Office', JOB)).rejects.toThrow(SpoolerRefusal)
})

/** Rows of 32-bit numbers, as a driver fills them in. */
const numbersIn = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer)
/** The name of a paper in its field of 64 characters, before what was there earlier. */
const nameIn = (name: string) => Buffer.from(`${name}\0`.padEnd(64, 'x').slice(0, 64), 'utf16le')

test('reads papers and resolutions from the rows of the driver', async () => {
  const longest = 'Großes Format '.padEnd(64, 'W')
  const rows: Record<number, Buffer[]> = {
    2: [Buffer.of(9, 0), Buffer.of(0x02, 0x01), Buffer.of(11, 0)],
    3: [numbersIn(2100, 2970), numbersIn(1016, 1524), numbersIn(1480, 2100)],
    16: [nameIn('A4'), nameIn(longest)], // it forgot the third
    13: [numbersIn(300, 300), numbersIn(1200, 600)],
  }
  windows.behave({
    ...WORKS,
    DeviceCapabilitiesW: (_queue: string, _port: null, ability: number, into: Buffer | null) => {
      if (into) Buffer.concat(rows[ability]!).copy(into)
      return rows[ability]!.length
    },
  })
  expect(await windowsSpooler().papers('Office')).toEqual([
    { number: 9, name: 'A4', width_mm: 210, height_mm: 297 },
    { number: 258, name: longest, width_mm: 101.6, height_mm: 152.4 },
  ])
  expect(await windowsSpooler().resolutions_dpi('Office')).toEqual([300, 600])
})

test('lists no printers or papers when Windows reports none', async () => {
  given({ EnumPrintersW: () => 0, DeviceCapabilitiesW: () => -1 })
  expect(await windowsSpooler().queues()).toEqual([])
  expect(await windowsSpooler().papers('Office')).toEqual([])
})

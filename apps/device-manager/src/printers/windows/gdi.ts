import type { Koffi } from './koffi.ts'
import { SpoolerRefusal, type Drawing, type DrawnPage } from './spooler.ts'

/** Numbers of GetDeviceCaps. */
const CAPS = { dpiX: 88, dpiY: 90, sheetX: 110, sheetY: 111, offsetX: 112, offsetY: 113 } as const
const MODE = { out: 2, in: 8 } as const
/** Offsets in a DEVMODEW, and the bits that mark its valid fields. */
const DEVMODE = { fields: 72, orientation: 76, paperSize: 78, scale: 84, copies: 86, duplex: 94 } as const
const FIELD = { orientation: 0x1, paperSize: 0x2, scale: 0x10, copies: 0x100, duplex: 0x1000 } as const
const ONE_SIDED = 1
const MM_PER_INCH = 25.4
const COPY_DOTS = 0xcc0020
const ERROR_ANSWER = -1

interface Target {
  printer: unknown
  queue: string
  title: string
  /** Keeps the job after printing, so that its status can be requested. */
  keep: (job: number) => Promise<void>
}

/**
 * Draws pages through the driver of a printer, from the edge of the sheet and dot for dot. Its calls wait in the event
 * loop: a device context belongs to the thread that made it. @returns the number of the job. @throws SpoolerRefusal, or
 * an Error once the job has begun
 */
export async function drawing(koffi: Koffi, { printer, queue, title, keep }: Target, order: Drawing): Promise<number> {
  const call = bindings(koffi)
  const context = call.createContext('WINSPOOL', queue, null, modeFor(call, { printer, queue }, order))
  if (!context) throw new SpoolerRefusal(`Windows cannot draw on ${queue}`)
  try {
    const cap = (number: number): number => Number(call.capability(context, number))
    const dpi = { x: cap(CAPS.dpiX), y: cap(CAPS.dpiY) }
    const sheet = {
      width_mm: (cap(CAPS.sheetX) / dpi.x) * MM_PER_INCH,
      height_mm: (cap(CAPS.sheetY) / dpi.y) * MM_PER_INCH,
    }
    const pages = await order.pagesAt(dpi, sheet)
    const job = Number(call.startDoc(context, { cbSize: koffi.sizeof('DOCINFOW'), lpszDocName: title, fwType: 0 }))
    if (job <= 0) throw new SpoolerRefusal(`Windows takes nothing for ${queue}`)
    await keep(job)
    const copies = Array.from({ length: order.copies }, () => pages).flat()
    const isDrawn = copies.every((page) =>
      drawPage(call, context, page, { x: cap(CAPS.offsetX), y: cap(CAPS.offsetY) }),
    )
    if (!isDrawn || Number(call.endDoc(context)) <= 0) {
      call.abortDoc(context)
      throw new Error(`Windows accepted only part of the job for ${queue}`)
    }
    return job
  } finally {
    call.deleteContext(context)
  }
}

type Calls = ReturnType<typeof bindings>
let known: ReturnType<typeof bind> | undefined
const bindings = (koffi: Koffi) => (known ??= bind(koffi))

function bind(koffi: Koffi) {
  koffi.struct('DOCINFOW', {
    cbSize: 'int',
    lpszDocName: 'str16',
    lpszOutput: 'str16',
    lpszDatatype: 'str16',
    fwType: 'uint32',
  })
  const [gdi, spooler] = [koffi.load('gdi32.dll'), koffi.load('winspool.drv')]
  return {
    mode: spooler.func(
      'int DocumentPropertiesW(void *window, void *printer, str16 queue, _Out_ uint8 *out, uint8 *in, uint32 how)',
    ),
    createContext: gdi.func('void *CreateDCW(str16 driver, str16 queue, void *port, uint8 *mode)'),
    deleteContext: gdi.func('int DeleteDC(void *context)'),
    capability: gdi.func('int GetDeviceCaps(void *context, int number)'),
    startDoc: gdi.func('int StartDocW(void *context, DOCINFOW *document)'),
    startPage: gdi.func('int StartPage(void *context)'),
    endPage: gdi.func('int EndPage(void *context)'),
    endDoc: gdi.func('int EndDoc(void *context)'),
    abortDoc: gdi.func('int AbortDoc(void *context)'),
    blit: gdi.func(
      'int StretchDIBits(void *context, int x, int y, int width, int height, int fromX, int fromY, int fromWidth, int fromHeight, uint8 *dots, uint8 *info, uint32 usage, uint32 how)',
    ),
  }
}

/**
 * The driver's settings of the user, with the requested media and orientation, without scaling and duplex, and with one copy
 * (copies are drawn).
 */
function modeFor(
  call: Calls,
  { printer, queue }: Pick<Target, 'printer' | 'queue'>,
  { paper, isLandscape }: Drawing,
): Buffer | null {
  const size = Number(call.mode(null, printer, queue, null, null, 0))
  if (size < DEVMODE.duplex + 2) return null
  const mode = Buffer.alloc(size)
  if (Number(call.mode(null, printer, queue, mode, null, MODE.out)) < 0) return null
  const set = mode.readUInt32LE(DEVMODE.fields)
  const fields = FIELD.orientation | FIELD.scale | (paper === undefined ? 0 : FIELD.paperSize)
  mode.writeUInt32LE((set | fields) >>> 0, DEVMODE.fields)
  if ((set & FIELD.copies) !== 0) mode.writeInt16LE(1, DEVMODE.copies)
  if ((set & FIELD.duplex) !== 0) mode.writeInt16LE(ONE_SIDED, DEVMODE.duplex)
  mode.writeInt16LE(isLandscape ? 2 : 1, DEVMODE.orientation)
  if (paper !== undefined) mode.writeInt16LE(paper, DEVMODE.paperSize)
  mode.writeInt16LE(100, DEVMODE.scale)
  const merged = Buffer.alloc(size)
  return Number(call.mode(null, printer, queue, merged, mode, MODE.in | MODE.out)) < 0 ? mode : merged
}

/** `offset` is where the printable area begins on the sheet, which Windows counts from. */
function drawPage(call: Calls, context: unknown, page: DrawnPage, offset: { x: number; y: number }): boolean {
  const { width, height, scale } = page
  if (Number(call.startPage(context)) <= 0) return false
  const [toWidth, toHeight] = [Math.round(width * scale.x), Math.round(height * scale.y)]
  const to = [-offset.x, -offset.y, toWidth, toHeight]
  const drawn = call.blit(context, ...to, 0, 0, width, height, packedDots(page), bitmapInfo(page), 0, COPY_DOTS)
  return Number(drawn) !== 0 && Number(drawn) !== ERROR_ANSWER && Number(call.endPage(context)) > 0
}

const rowBytesOf = (width: number): number => Math.ceil(width / 32) * 4

/** One bit per dot, the lowest row first, as in a Windows bitmap. */
export function packedDots({ width, height, black }: Omit<DrawnPage, 'scale'>): Buffer {
  const rowBytes = rowBytesOf(width)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const row = (height - 1 - y) * rowBytes
    for (let x = 0; x < width; x++) {
      const at = row + (x >> 3)
      if (black[y * width + x] === 1) packed[at]! |= 0x80 >> (x & 7)
    }
  }
  return packed
}

/** A BITMAPINFO of one bit for each dot: 0 is white, 1 is black. */
function bitmapInfo({ width, height }: DrawnPage): Buffer {
  const header = 40
  const info = Buffer.alloc(header + 8)
  info.writeUInt32LE(header, 0)
  info.writeInt32LE(width, 4)
  info.writeInt32LE(height, 8)
  info.writeUInt16LE(1, 12)
  info.writeUInt16LE(1, 14)
  info.writeUInt32LE(rowBytesOf(width) * height, 20)
  info.writeUInt32LE(2, 32)
  info.writeUInt32LE(0xffffff, header)
  return info
}

import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { parentPort, workerData } from 'node:worker_threads'
import { MOST_LABELS } from '@postroom/domain/purchase/purchase'
import { closePage, sizeOf } from './pdf-pages.ts'
import { dotsOf } from './pdf-to-dots.ts'

/** The memory limit of PDFium. A sheet of A4 at 600 dots per inch is 35 MB. */
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536
/** A little more than a sheet of A4 at 600 dots per inch. */
const PAGE_DOTS_MAX = 40e6
const DOCUMENT_DOTS_MAX = 500e6
const POINTS_PER_INCH = 72

/** The work for each page; `sizes` renders nothing. */
const PAGE_WORK = { sizes: sizeOf, dots: dotsOf }

export interface PdfTask {
  work: keyof typeof PAGE_WORK
  pdf: Uint8Array
  /** Dots per inch. */
  dpi: number
}
/** One for each page, then one that ends it. */
export type PdfMessage = { page: unknown } | { end: 'done' } | { end: 'broken' } | { end: 'too_large'; facts: string }

/**
 * Reads documents in its own thread, which `read-pdf.ts` terminates when a document takes too long. Documents are untrusted:
 * one may hang its reader, exhaust memory or crash it.
 */
limitMemory()
const library = PDFiumLibrary.init(workerData as { wasmBinary?: ArrayBuffer })
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: PdfMessage, given: readonly ArrayBuffer[] = []): void => parentPort?.postMessage(message, given)
parentPort?.on('message', (task: PdfTask) => {
  read(task).catch(() => send({ end: 'broken' }))
})

async function read({ work, pdf, dpi }: PdfTask): Promise<void> {
  const document = await (await library).loadDocument(pdf)
  const pages: PDFiumPage[] = []
  try {
    const count = document.getPageCount()
    if (count > MOST_LABELS) return tooLarge(`It has ${count} pages.`)
    for (const page of document.pages()) pages.push(page)
    if (isTooLarge(pages, dpi)) return tooLarge('Its pages are too large.')
    for (const page of pages) {
      const result = PAGE_WORK[work](page, dpi)
      // transferred, not copied: the dots of a page are megabytes
      send({ page: result }, 'black' in result ? [result.black.buffer] : [])
    }
    send({ end: 'done' })
  } finally {
    pages.forEach(closePage)
    document.destroy()
  }
}

const tooLarge = (facts: string): void => send({ end: 'too_large', facts })

/** Checked before anything is rendered. */
function isTooLarge(pages: readonly PDFiumPage[], dpi: number): boolean {
  const dots = pages.map((page) => dotsOn(page, dpi))
  return dots.some((count) => count > PAGE_DOTS_MAX) || dots.reduce((a, b) => a + b, 0) > DOCUMENT_DOTS_MAX
}

function dotsOn(page: PDFiumPage, dpi: number): number {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  return (originalWidth / POINTS_PER_INCH) * dpi * (originalHeight / POINTS_PER_INCH) * dpi
}

/** The part used here: the full types exist for browsers only. */
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: { Memory: { prototype: WasmMemory } }

/** PDFium grows its memory here, and treats an exception as out of memory. */
function limitMemory(): void {
  const memory = WebAssembly.Memory.prototype
  // eslint-disable-next-line typescript/unbound-method -- it is called with its own `this`
  const { grow } = memory
  memory.grow = function limited(this: WasmMemory, pages: number) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MEMORY_LIMIT_BYTES)
      throw new RangeError('PDFium exceeds its memory limit')
    return grow.call(this, pages)
  }
}

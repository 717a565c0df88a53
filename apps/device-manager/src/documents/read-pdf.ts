import { getAsset, getRawAsset, isSea } from 'node:sea'
import { Worker } from 'node:worker_threads'
import { DeviceRefusal } from '../device-refusal.ts'
import type { PageSize } from './pdf-pages.ts'
import { DOTS_PER_INCH, type DotPage } from './pdf-to-dots.ts'
import type { PdfMessage, PdfTask } from './pdf-worker.ts'
import './keep-wasm-code.ts'

/** A page takes a few hundredths of a second. */
const PAGE_TIME_LIMIT_MS = 20_000
/** Limit of the worker's own memory, beside that of PDFium. */
const HEAP_LIMIT_MB = 256
/** The worker makes few objects, so a larger young heap would waste memory. */
const YOUNG_HEAP_LIMIT_MB = 4
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: HEAP_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_LIMIT_MB }

/** The size of each page. @throws DeviceRefusal when the document cannot be read or is too large */
export const measurePages = (pdf: Uint8Array): Promise<PageSize[]> => read('sizes', pdf, DOTS_PER_INCH)

/** Each page in black and white at exactly `dpi` dots per inch. @throws DeviceRefusal as `measurePages` */
export const renderDots = (pdf: Uint8Array, dpi = DOTS_PER_INCH): Promise<DotPage[]> => read('dots', pdf, dpi)

/** PDFium is one instance with one memory: documents go through it one after the other. */
let turn: Promise<unknown> = Promise.resolve()
let idle: Worker | undefined

function read<Page>(work: PdfTask['work'], pdf: Uint8Array, dpi: number): Promise<Page[]> {
  const result = turn.then(async () => {
    const worker = (idle ??= startWorker())
    const pages = await pagesFrom(worker, { work, pdf, dpi }).catch(async (error: unknown) => {
      // the document may have corrupted this worker
      idle = undefined
      await worker.terminate()
      throw error
    })
    if (pages instanceof DeviceRefusal) throw pages
    return pages as Page[]
  })
  turn = result.catch(() => {})
  return result
}

/** The packaged program has no files beside it: the worker and PDFium are inside. */
function startWorker(): Worker {
  // drops what PDFium writes about broken documents
  const limits = { env: {}, stderr: true, resourceLimits: RESOURCE_LIMITS }
  const worker = isSea()
    ? new Worker(getAsset('pdf-worker.cjs', 'utf8'), {
        ...limits,
        eval: true,
        workerData: { wasmBinary: getRawAsset('pdfium.wasm') },
      })
    : new Worker(new URL('./pdf-worker.ts', import.meta.url), { ...limits, workerData: {} })
  // an error without a listener would end the device manager
  return worker.on('error', () => (idle = undefined))
}

/** The pages, or why they are too many or too large. @throws DeviceRefusal when the worker failed */
async function pagesFrom(worker: Worker, task: PdfTask): Promise<unknown[] | DeviceRefusal> {
  const pages: unknown[] = []
  const { promise, resolve, reject } = Promise.withResolvers<unknown[] | DeviceRefusal>()
  const giveUp = (facts: string) => () => reject(new DeviceRefusal('document_too_large', facts))
  const timer = setTimeout(giveUp('It takes too long to read.'), PAGE_TIME_LIMIT_MS)
  const onMessage = (message: PdfMessage): void => {
    if ('page' in message) {
      pages.push(message.page)
      timer.refresh()
    } else if (message.end === 'done') resolve(pages)
    else if (message.end === 'too_large') resolve(new DeviceRefusal('document_too_large', message.facts))
    else reject(new DeviceRefusal('document_changed', 'It cannot be read.'))
  }
  const fail = giveUp('Reading it has failed.')
  worker.on('message', onMessage).on('error', fail).on('exit', fail)
  worker.ref()
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(task)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', fail).off('exit', fail)
    worker.unref()
  }
}

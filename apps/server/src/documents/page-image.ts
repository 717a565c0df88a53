import { createHash } from 'node:crypto'
import v8 from 'node:v8'
import { AppError } from '../app-error.ts'
import { keptThread } from '../kept-thread.ts'
import type { PageAnswer, PageTask } from './page-image-worker.ts'

/** A page takes a few hundredths of a second. */
const TIME_LIMIT_MS = 5_000
const HEAP_LIMIT_MB = 128
const WAITING_MAX = 20
/** A picture has 20 to 100 KB. */
const KEPT_MAX = 200

// V8 may free WebAssembly that the thread still runs, and crash the server: see keep-wasm-code.ts of the device manager
v8.setFlagsFromString('--no-wasm-code-gc')

/** The latest pictures by the digest of their document and the page, also those that are being drawn. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
/** PDFium has one memory: pages are drawn one after the other. */
const askThread = keptThread<PageAnswer>(new URL('./page-image-worker.ts', import.meta.url), {
  withinMs: TIME_LIMIT_MS,
  heapMb: HEAP_LIMIT_MB,
})
let waiting = 0

/**
 * A page of a document as a PNG picture, the same for the same bytes.
 *
 * @throws AppError `not_found` when the document has no such page, `try_again` when too many pictures are waiting or
 * this one takes too long
 */
export function pageImage(task: PageTask): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${createHash('sha256').update(task.pdf).digest('hex')} ${task.page}`
  const image = kept.get(key) ?? drawInTurn(task)
  kept.delete(key)
  kept.set(key, image)
  image.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return image
}

async function drawInTurn(task: PageTask): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= WAITING_MAX) throw new AppError('try_again', { retryAfterS: 1 })
  waiting++
  const answer = await askThread(task)
    .catch(() => {
      throw new AppError('try_again')
    })
    .finally(() => waiting--)
  if ('png' in answer) return answer.png
  if (answer.failed === 'no_such_page') throw new AppError('not_found')
  throw new Error(`A page of a document is ${answer.failed}`)
}

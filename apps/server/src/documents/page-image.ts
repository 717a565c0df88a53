import { createHash } from 'node:crypto'
import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
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
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0
let idle: Worker | undefined

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
  const result = turn.then(() => draw(task)).finally(() => waiting--)
  turn = result.catch(() => {})
  return result
}

async function draw(task: PageTask): Promise<Uint8Array<ArrayBuffer>> {
  const worker = (idle ??= startWorker())
  const answer = await answerOf(worker, task).catch(async (error: unknown) => {
    // the document may have corrupted this worker
    idle = undefined
    await worker.terminate()
    throw error
  })
  if ('png' in answer) return answer.png
  if (answer.failed === 'no_such_page') throw new AppError('not_found')
  throw new Error(`A page of a document is ${answer.failed}`)
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./page-image-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  })
  // an error without a listener would end the server
  return worker.on('error', () => (idle = undefined))
}

async function answerOf(worker: Worker, task: PageTask): Promise<PageAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>()
  const giveUp = () => reject(new AppError('try_again'))
  const timer = setTimeout(giveUp, TIME_LIMIT_MS)
  worker.on('message', resolve).on('error', giveUp).on('exit', giveUp)
  worker.ref()
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(task)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp)
    worker.unref()
  }
}

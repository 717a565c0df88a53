import { Worker } from 'node:worker_threads'
import type { CodesAnswer } from './code-worker.ts'

const READ_WITHIN_MS = 10_000

/** The decoder takes a tenth of a second to start, so its thread stays for the next label. */
let thread: Worker | undefined
/** The thread answers one picture at a time. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * The texts of the bar codes on a PNG picture, read in a thread of its own.
 *
 * @throws Error when the picture cannot be read or takes too long
 */
export function codesOn(png: Uint8Array): Promise<readonly string[]> {
  const codes = turn.then(() => read(png))
  turn = codes.catch(() => {})
  return codes
}

async function read(png: Uint8Array): Promise<readonly string[]> {
  const worker = (thread ??= startThread())
  const { promise, resolve, reject } = Promise.withResolvers<CodesAnswer>()
  const end = (reason: string) => reject(new Error(reason))
  const onEnd = () => end('The thread that reads codes ended')
  const timer = setTimeout(end, READ_WITHIN_MS, 'Reading the codes takes too long')
  worker.on('message', resolve).on('error', onEnd).on('exit', onEnd).ref()
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(png)
  try {
    const answer = await promise
    if ('failed' in answer) throw new Error(answer.failed)
    return answer.codes
  } catch (error) {
    // the picture may have corrupted the decoder
    thread = undefined
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onEnd).off('exit', onEnd).unref()
  }
}

const startThread = (): Worker =>
  // an error without a listener would end the server
  new Worker(new URL('./code-worker.ts', import.meta.url), { env: {} }).on('error', () => (thread = undefined))

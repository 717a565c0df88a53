import { Worker } from 'node:worker_threads'

interface ThreadLimits {
  /** Milliseconds that one answer may take. */
  withinMs: number
  /** The most memory of its heap, where its input is not ours. */
  heapMb?: number
}

/**
 * A thread that starts with the first task, stays for the next ones, and answers one at a time. After a failure it is replaced:
 * the task may have corrupted it.
 *
 * @returns answers a task. Rejects when the thread ends or takes too long
 */
export function keptThread<Answer>(file: URL, { withinMs, heapMb }: ThreadLimits): (task: unknown) => Promise<Answer> {
  let thread: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const worker = new Worker(file, {
      env: {},
      ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    })
    // an error without a listener would end the server
    return worker.on('error', () => (thread = undefined))
  }

  async function ask(task: unknown): Promise<Answer> {
    const worker = (thread ??= start())
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const onEnd = () => reject(new Error('The thread ended'))
    const timer = setTimeout(() => reject(new Error('The thread takes too long')), withinMs)
    worker.on('message', resolve).on('error', onEnd).on('exit', onEnd).ref()
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task)
    try {
      return await promise
    } catch (error) {
      thread = undefined
      await worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve).off('error', onEnd).off('exit', onEnd).unref()
    }
  }

  return (task) => {
    const answer = turn.then(() => ask(task))
    turn = answer.catch(() => {})
    return answer
  }
}

import { Worker } from 'node:worker_threads'

interface ThreadLimits {
  /** Milliseconds that one answer may take. */
  withinMs: number
  /** The most memory of its heap, where its input is not ours. */
  heapMb?: number
}

/** Loading takes a tenth of a second, and many times that while other programs keep every processor busy. */
const READY_WITHIN_MS = 60_000

/**
 * A thread that starts with the first task, stays for the next ones, and answers one at a time; its program calls
 * `answerTasks`. The limit of an answer begins once the thread is ready: a busy machine would end each thread before its
 * first answer. After a failure it is replaced: the task may have corrupted it.
 *
 * @returns answers a task. Rejects when the thread ends or takes too long
 */
export function keptThread<Answer>(file: URL, { withinMs, heapMb }: ThreadLimits): (task: unknown) => Promise<Answer> {
  let thread: Promise<Worker> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function start(): Promise<Worker> {
    const worker = new Worker(file, {
      env: {},
      ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    })
    const started = nextMessage(worker, READY_WITHIN_MS).then(() => worker)
    const forget = () => {
      if (thread === started) thread = undefined
    }
    // an error without a listener would end the server
    worker.on('error', forget).on('exit', forget)
    return started
  }

  async function ask(task: unknown): Promise<Answer> {
    const worker = await (thread ??= start())
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task)
    return (await nextMessage(worker, withinMs)) as Answer
  }

  return (task) => {
    const answer = turn.then(() => ask(task))
    turn = answer.catch(() => {})
    return answer
  }
}

/** The next message of a thread. A thread that ends or takes too long is terminated before this rejects. */
async function nextMessage(worker: Worker, withinMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onEnd = () => reject(new Error('The thread ended'))
  const timer = setTimeout(() => reject(new Error('The thread takes too long')), withinMs)
  worker.on('message', resolve).on('error', onEnd).on('exit', onEnd)
  try {
    return await promise
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onEnd).off('exit', onEnd).unref()
  }
}

import { parentPort } from 'node:worker_threads'

/** What a thread posts once, before it takes a task. */
export const READY = 'ready'

const post = (message: unknown, moved: ArrayBuffer[] = []): void =>
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message, moved)

/**
 * The thread's side of `keptThread`. Call it once the libraries are loaded: it reports that the thread is ready, then answers
 * each task. An answer that rejects ends the thread.
 *
 * @param movedOf the buffers of an answer that are moved to the other thread instead of copied
 */
export function answerTasks<Answer>(
  answer: (task: never) => Promise<Answer>,
  movedOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', (task) => {
    void answer(task as never).then((answered) => post(answered, movedOf(answered)))
  })
  post(READY)
}

/** Answers to questions that follow each other quickly, such as the price while somebody types. */
export interface LatestOnly<Question> {
  ask: (question: Question) => void
  /** Forgets what is under way: nothing is shown any more. */
  stop: () => void
}

/**
 * Asks only after `delayMs` of quiet, gives up the question before when a new one comes, and never lets an older answer
 * or an older failure replace a newer one, whatever order they arrive in.
 */
export function latestOnly<Question, Answer>(parts: {
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>
  show: (answer: Answer, question: Question) => void
  fail: (cause: unknown, question: Question) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  delayMs: number
}): LatestOnly<Question> {
  let latest = new AbortController()

  async function run(question: Question, signal: AbortSignal): Promise<void> {
    try {
      await parts.wait(parts.delayMs, signal)
      if (signal.aborted) return
      const answer = await parts.ask(question, signal)
      if (!signal.aborted) parts.show(answer, question)
    } catch (cause) {
      if (!signal.aborted) parts.fail(cause, question)
    }
  }

  const stop = () => {
    latest.abort()
    latest = new AbortController()
  }
  return {
    ask(question) {
      stop()
      void run(question, latest.signal)
    },
    stop,
  }
}

/** Waits, or ends early when the signal is raised. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

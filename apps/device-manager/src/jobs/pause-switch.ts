import path from 'node:path'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'

/** Whether the user has paused printing. It survives restarts, and ends only when the user resumes. */
export interface PauseSwitch {
  isPaused(): boolean
  /** On disk when it returns. @throws Error of the system, such as for a full disk: then nothing has changed */
  set: (isPaused: boolean) => void
  /** Resolves once printing is not paused, or at once when one of the signals aborts. */
  resumed(...signals: AbortSignal[]): Promise<void>
}

/** @param onChange called after each change */
export function pauseSwitch(folder: string, onChange: (isPaused: boolean) => void = () => {}): PauseSwitch {
  const file = path.join(folder, 'paused.json')
  const waiting = new Set<() => void>()
  let isPaused = readJsonFile(file) === true
  return {
    isPaused: () => isPaused,
    set: (paused) => {
      if (paused === isPaused) return
      writeFileDurably(file, JSON.stringify(paused))
      isPaused = paused
      if (!paused) for (const goOn of waiting) goOn()
      onChange(paused)
    },
    resumed: async (...signals) => {
      if (!isPaused || signals.some(({ aborted }) => aborted)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const goOn = () => resolve()
      waiting.add(goOn)
      for (const signal of signals) signal.addEventListener('abort', goOn)
      await promise
      waiting.delete(goOn)
      for (const signal of signals) signal.removeEventListener('abort', goOn)
    },
  }
}

import { Session } from 'node:inspector/promises'
import pg from 'pg'
import { vi } from 'vitest'

/** The work of some code, measured without a clock. */
export interface Work {
  /** How often V8 ran any block of our code, of packages and of Node. Work inside one built-in counts once. */
  blocks: number
  /** Statements sent to the database. */
  queries: number
}

/** Counts from here on, until it is closed. Nothing else may run in this process at the same time. */
export async function countWork() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  /** Blocks since the previous call. */
  const blocks = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
      .reduce((sum, count) => sum + count, 0)
  }
  return {
    async during(work: () => Promise<unknown>): Promise<Work> {
      await blocks()
      query.mockClear()
      await work()
      return { blocks: await blocks(), queries: query.mock.calls.length }
    },
    async close(): Promise<void> {
      query.mockRestore()
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

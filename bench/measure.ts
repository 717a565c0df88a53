import { percentile } from './figure.ts'

type Work = () => unknown

const WARM_UP_MS = 200
const ROUND_MS = 300
const ROUNDS = 5

/** The median milliseconds of each piece of work. They run in turn, so that a slow moment of the machine affects them all. */
export async function medianTimes(works: readonly Work[]): Promise<number[]> {
  const times = works.map(() => [] as number[])
  for (const work of works) await timeOf(work, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, work] of works.entries()) times[index]!.push(await timeOf(work, ROUND_MS))
  return times.map((all) => percentile(all, 0.5))
}

/** Mean milliseconds of one call within about `ms` milliseconds; at least one call is made. */
async function timeOf(work: Work, ms: number): Promise<number> {
  const begin = performance.now()
  let calls = 0
  let spent = 0
  do {
    const result = work()
    if (result instanceof Promise) await result
    calls++
    spent = performance.now() - begin
  } while (spent < ms)
  return spent / calls
}

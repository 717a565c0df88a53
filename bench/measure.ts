type Work = () => unknown

const WARM_UP_MS = 200
const ROUND_MS = 300
const ROUNDS = 5

/**
 * Runs the pieces of work in turn, so that a slow moment of the machine affects them all. Prints each median time and its
 * ratio to the first row. Only the ratios can be compared between machines.
 */
export async function measureAll(rows: readonly (readonly [name: string, work: Work])[]): Promise<void> {
  const times = rows.map(() => [] as number[])
  for (const [, work] of rows) await microsecondsOf(work, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, [, work]] of rows.entries()) times[index]!.push(await microsecondsOf(work, ROUND_MS))
  const medians = times.map((all) => all.toSorted((a, b) => a - b)[ROUNDS >> 1]!)
  process.stdout.write(line('', 'µs each', 'times the first'))
  for (const [index, [name]] of rows.entries())
    process.stdout.write(line(name, medians[index]!.toFixed(2), (medians[index]! / medians[0]!).toFixed(1)))
}

const line = (name: string, time: string, ratio: string): string =>
  `${name.padEnd(32)}${time.padStart(14)}${ratio.padStart(18)}\n`

/** Mean time of one call within about `ms` milliseconds; at least one call is made. */
async function microsecondsOf(work: Work, ms: number): Promise<number> {
  const begin = performance.now()
  let calls = 0
  let spent = 0
  do {
    const result = work()
    if (result instanceof Promise) await result
    calls++
    spent = performance.now() - begin
  } while (spent < ms)
  return (spent / calls) * 1000
}

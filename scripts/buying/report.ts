import type { Load } from './load.ts'
import type { Outcome } from './outcome.ts'

/** Prints what became of the purchases. The process exits with 1 when any was lost or doubled, or a rule is broken. */
export function report({ acknowledged, cancelled, lost, doubled, unexpected, broken }: Outcome, load: Load): void {
  const slowest = load.ended.reduce((most, { seconds }) => Math.max(most, seconds), 0)
  const answers = [...load.answers].map(([status, times]) => `${status || 'none'}: ${times}`)
  print(`Acknowledged ${acknowledged}, cancelled ${cancelled}, lost ${lost}, doubled ${doubled}.`)
  print(`The slowest purchase took ${slowest.toFixed(1)} s. Answers: ${answers.join(', ')}.`)
  for (const each of [...unexpected, ...broken.map((rule) => `broken: ${rule}`)]) print(each)
  if (lost + doubled + unexpected.length + broken.length > 0) process.exitCode = 1
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

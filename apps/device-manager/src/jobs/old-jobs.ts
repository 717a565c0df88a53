import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** 48 bits, which a number holds exactly. With a million old jobs, one new id in 280 million collides. */
const DIGITS = 12

/**
 * The jobs that ended long ago, by a fingerprint of their id: 13 bytes on disk and 8 in memory for each. A line that is there
 * twice, or was cut off by a power cut, does no harm: the journal still has that job.
 */
export function openOldJobs(folder: string) {
  const file = path.join(folder, 'old-jobs.txt')
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : ''
  const lines = text.split('\n').filter((line) => line.length === DIGITS)
  const found = Float64Array.from(lines, (line) => parseInt(line, 16)).toSorted()
  const added = new Set<number>()
  return {
    has: (jobId: string): boolean => {
      const mark = parseInt(markOf(jobId), 16)
      return added.has(mark) || found[firstFrom(found, mark)] === mark
    },
    /** On disk when it returns. @throws Error of the system */
    add: (jobIds: readonly string[]): void => {
      if (jobIds.length === 0) return
      const marks = jobIds.map(markOf)
      fs.appendFileSync(file, ['', ...marks, ''].join('\n'), { mode: 0o600, flush: true })
      for (const mark of marks) added.add(parseInt(mark, 16))
    },
  }
}

const markOf = (jobId: string): string => createHash('sha256').update(jobId).digest('hex').slice(0, DIGITS)

/** The index of the first number that is not smaller. */
function firstFrom(sorted: Float64Array, wanted: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < wanted) from = middle + 1
    else to = middle
  }
  return from
}

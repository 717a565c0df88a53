import path from 'node:path'
import * as z from 'zod'
import { compareVersions } from './release.ts'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'

/** A trial may be cut off once, such as by a power cut. */
const ATTEMPTS_MAX = 2
const REJECTED_KEPT = 20

const recordSchema = z.object({
  /** Versions that were tried and did not work here, oldest first. */
  rejected: z.array(z.string()).default([]),
  trial: z
    .object({
      version: z.string(),
      attempts: z.int(),
      /** `running` also when it was cut off; `silent`: the new version did not connect in time. */
      state: z.enum(['running', 'silent']),
    })
    .optional(),
})
type Content = z.output<typeof recordSchema>

/** What became of updates, on disk before each step: a trial that was cut off is found at the next start. */
export interface UpdateRecord {
  isRejected(version: string): boolean
  /** The version that was rejected last, if it is newer than the running one. */
  lastRejected(running: string): string | undefined
  /** @throws Error of the system, such as for a full disk: then the trial must not begin */
  begin(version: string): void
  /** The new version died: it is never tried again. */
  died(version: string): void
  /** The new version did not connect in time: its fault, unless this version does not connect either. */
  silent(version: string): void
  /**
   * Settles the trial of the last run. @param version the one that is running
   * @returns the version whose silence is in question: `connected` or `gaveUp` then settles it
   */
  settle(version: string): string | undefined
  /** This version connects where the new one did not. */
  connected(): void
  /** This version does not connect either: the network is down, and the trial does not count. */
  gaveUp(): void
}

export function updateRecord(folder: string): UpdateRecord {
  const file = path.join(folder, 'update.json')
  let record = contentOf(file)

  function write(next: Content): void {
    writeFileDurably(file, JSON.stringify(next))
    record = next
  }
  function reject(version: string): void {
    write({ rejected: [...record.rejected.filter((other) => other !== version), version].slice(-REJECTED_KEPT) })
  }
  const forget = () => write({ rejected: record.rejected })

  return {
    isRejected: (version) => record.rejected.includes(version),
    lastRejected: (running) => record.rejected.slice(-1).find((version) => compareVersions(version, running) > 0),
    begin: (version) => {
      const attempts = record.trial?.version === version ? record.trial.attempts + 1 : 1
      write({ ...record, trial: { version, attempts, state: 'running' } })
    },
    died: reject,
    silent: (version) => write({ ...record, trial: { version, attempts: 1, state: 'silent' } }),
    settle: (running) => {
      const { trial } = record
      if (!trial) return undefined
      if (trial.version === running) forget()
      else if (trial.state === 'silent') return trial.version
      else if (trial.attempts >= ATTEMPTS_MAX) reject(trial.version)
      return undefined
    },
    connected: () => {
      if (record.trial) reject(record.trial.version)
    },
    gaveUp: forget,
  }
}

/** A damaged record forgets what was rejected; it does not keep the program from starting. */
function contentOf(file: string): Content {
  try {
    return recordSchema.parse(readJsonFile(file) ?? {})
  } catch {
    return { rejected: [] }
  }
}

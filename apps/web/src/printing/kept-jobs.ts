const KEYS = { seen: 'postroom.jobs_seen', sent: 'postroom.jobs_sent' } as const
type List = keyof typeof KEYS
const KEPT = 100

/** The print jobs that this browser keeps: those of unknown outcome that somebody has `seen` to, and those it has `sent` to another workstation. */
export const keptJobs = (storage: Pick<Storage, 'getItem'>, list: List): readonly string[] =>
  storage.getItem(KEYS[list])?.split(' ') ?? []

/** Keeps one more job. @returns all that are kept, the newest 100 */
export function keepJob(storage: Pick<Storage, 'getItem' | 'setItem'>, list: List, jobId: string): readonly string[] {
  const kept = [...keptJobs(storage, list), jobId].slice(-KEPT)
  storage.setItem(KEYS[list], kept.join(' '))
  return kept
}

const KEYS = { seen: 'postroom.jobs_seen', sent: 'postroom.jobs_sent' } as const
type List = keyof typeof KEYS
const KEPT = 100

/** The print jobs that this browser remembers: those of unknown outcome that the user has `seen`, and those `sent` to another workstation. */
export const keptJobs = (storage: Pick<Storage, 'getItem'>, list: List): readonly string[] =>
  storage.getItem(KEYS[list])?.split(' ') ?? []

/** Remembers one more job. @returns the newest 100 */
export function keepJob(storage: Pick<Storage, 'getItem' | 'setItem'>, list: List, jobId: string): readonly string[] {
  const kept = [...keptJobs(storage, list), jobId].slice(-KEPT)
  storage.setItem(KEYS[list], kept.join(' '))
  return kept
}

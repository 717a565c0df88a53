const KEY = 'postroom.jobs_seen'
const KEPT = 100

/** The jobs of unknown outcome that somebody has seen to in this browser. */
export const seenJobs = (storage: Pick<Storage, 'getItem'>): readonly string[] => storage.getItem(KEY)?.split(' ') ?? []

/** Keeps that somebody has looked at the printer for this job. @returns all that are kept */
export function keepSeenJob(storage: Pick<Storage, 'getItem' | 'setItem'>, jobId: string): readonly string[] {
  const seen = [...seenJobs(storage), jobId].slice(-KEPT)
  storage.setItem(KEY, seen.join(' '))
  return seen
}

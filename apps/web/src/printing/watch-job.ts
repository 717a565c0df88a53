import type { PrintJob } from '@postroom/contract/device-messages'
import type { Device } from '../device/device-connector.tsx'
import { isFinal, jobProgress, type JobProgress } from './print-progress.ts'

/**
 * For how long the device manager may be silent about a job before a person has to look at the printer. While it waits for
 * the printer, which may be longer, it is not silent: it tells of each label that is out, and answers when it is asked.
 */
const SILENCE_LIMIT_MS = 200_000
/** News can be lost with a connection, so the device manager is also asked. */
const ASK_EVERY_MS = 3_000
const ASK_TIMEOUT_MS = 5_000

export type Watched = Pick<Device, 'request' | 'onJob'>

const SILENT: JobProgress = { phase: 'ERROR', code: 'outcome_unknown', description: '', uncertain: true }
const NEVER_TAKEN: JobProgress = { phase: 'ERROR', code: 'device_not_connected', description: '', uncertain: false }

/** Follows one print job to its end, by its news and by asking. Call `stop` whatever happens. */
export function watchJob(device: Watched, jobId: string, show: (progress: JobProgress) => void) {
  const { promise: ended, resolve } = Promise.withResolvers<JobProgress>()
  let lastHeard = Date.now()
  let isTaken = false
  let hasExpired = false

  function hear(job: PrintJob): void {
    if (job.job_id !== jobId) return
    isTaken = true
    lastHeard = Date.now()
    const progress = jobProgress(job)
    if (isFinal(job)) resolve(progress)
    else show(progress)
  }

  async function ask(): Promise<void> {
    if (Date.now() - lastHeard > SILENCE_LIMIT_MS) return resolve(SILENT)
    const wasExpired = hasExpired
    try {
      const { jobs } = await device.request('jobs.list', { job_id: jobId }, { timeoutMs: ASK_TIMEOUT_MS })
      jobs.forEach(hear)
      if (wasExpired && !isTaken) resolve(NEVER_TAKEN)
    } catch {
      // it is asked again, until it has been silent for too long
    }
  }

  const stopListening = device.onJob(hear)
  const timer = setInterval(() => void ask(), ASK_EVERY_MS)
  return {
    ended,
    hear,
    /** The request to print got no answer and has expired: a job the device manager does not know of now will never be. */
    async unanswered(): Promise<void> {
      hasExpired = true
      await ask()
    },
    stop(): void {
      stopListening()
      clearInterval(timer)
    },
  }
}

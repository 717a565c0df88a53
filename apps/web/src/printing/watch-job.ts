import type { PrintJob } from '@postroom/contract/device-messages'
import type { Device } from '../device/device-connector.tsx'
import { isFinal, jobProgress, type JobProgress } from './print-progress.ts'

/**
 * How long the device manager may report nothing about a job before the user has to check the printer. It may wait longer
 * for a printer, but it reports each printed label and answers requests meanwhile.
 */
const SILENCE_LIMIT_MS = 200_000
/** Events are lost with a connection, so the job is also polled. */
const ASK_EVERY_MS = 3_000
const ASK_TIMEOUT_MS = 5_000

export type Watched = Pick<Device, 'request' | 'onJob'>

const SILENT: JobProgress = { phase: 'ERROR', code: 'outcome_unknown', description: '', uncertain: true }
const NEVER_TAKEN: JobProgress = { phase: 'ERROR', code: 'device_not_connected', description: '', uncertain: false }

/** Follows one print job to its end, by events and by polling. Always call `stop`. */
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
      // retried until the silence limit
    }
  }

  const stopListening = device.onJob(hear)
  const timer = setInterval(() => void ask(), ASK_EVERY_MS)
  return {
    ended,
    hear,
    /** The print request expired without an answer: a job that the device manager does not know now was never accepted. */
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

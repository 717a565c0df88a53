import { setTimeout as sleep } from 'node:timers/promises'
import {
  deviceReportMessage,
  REPORTED_JOBS_MAX,
  reportJobs,
  type DeviceReport,
  type ReportedDevice,
  type ReportedJob,
} from '@postroom/contract/device-report'
import type { PrintJob } from '@postroom/contract/device-messages'
import { retryDelayMs } from '@postroom/hub/retry-delay'
import { callServer } from '../connection/call-server.ts'
import { prove } from '../connection/prove.ts'
import type { Identity } from '../identity.ts'
import { isOpen } from './journal.ts'

export interface ServerReports {
  /** Reports the state of this job soon. */
  changed(job: PrintJob): void
  /** Reports now what waits, and learns what the server awaits. */
  hurry(): void
  stop(): Promise<void>
}

interface Parts {
  server: string
  identity: Identity
  /** The hub it is paired as, if any. */
  hubId: () => string | undefined
  device: () => ReportedDevice
  /** A job of this pairing. */
  find: (jobId: string) => PrintJob | undefined
  /** Never prints a job with this id. @returns false when it may have been printed */
  ruleOut: (jobId: string) => boolean
  /** Other timings are for tests. */
  timings?: typeof TIMINGS
}

export const TIMINGS = {
  /** The server counts a job as lost when its device manager is silent for five minutes. */
  everyMs: 60_000,
  retryMs: (attempts: number) => retryDelayMs(attempts, Math.random()),
}

/**
 * Tells the server how print jobs stand: after each change, and every minute. One call at a time; a call that fails is
 * repeated until the server answers. What is lost when this program stops, the server asks for: the journal has it.
 */
export function reportToServer({
  server,
  identity,
  hubId,
  device,
  find,
  ruleOut,
  timings = TIMINGS,
}: Parts): ServerReports {
  const waiting = new Map<string, ReportedJob>()
  const stopping = new AbortController()
  let lastHub: string | undefined
  let restarted = true
  let failures = 0
  let wake: (() => void) | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const nextMs = await reportTo(hubId()).catch(() => timings.retryMs(failures++))
      await Promise.race([sleep(nextMs, undefined, { signal: stopping.signal }).catch(() => {}), woken])
    }
  }

  /** @returns when to report next */
  async function reportTo(hub: string | undefined): Promise<number> {
    if (hub === undefined) return timings.everyMs
    if (lastHub !== undefined && lastHub !== hub) waiting.clear() // they are another organisation's
    lastHub = hub
    const jobs = [...waiting.values()].slice(0, REPORTED_JOBS_MAX)
    const awaited = await send(hub, { device: device(), restarted, jobs })
    failures = 0
    for (const job of jobs) if (waiting.get(job.job_id) === job) waiting.delete(job.job_id)
    const known = awaited.flatMap(({ job_id, in_ms }) => answerAbout(job_id, in_ms <= 0) ?? [])
    for (const job of known) waiting.set(job.job_id, job)
    restarted &&= known.some((job) => !isOpen(job))
    return waiting.size > 0 ? 0 : Math.min(timings.everyMs, ...awaited.map(({ in_ms }) => in_ms))
  }

  async function send(hub: string, report: DeviceReport) {
    const proof = prove(identity, (issuedAt, nonce) => deviceReportMessage(hub, issuedAt, nonce, report))
    return (await callServer(server, reportJobs, { params: { id: hub }, body: { ...proof, report } })).awaited
  }

  /** @param isOver whether the request for this job has expired */
  function answerAbout(job_id: string, isOver: boolean): ReportedJob | undefined {
    const job = find(job_id)
    if (job) return reportOf(job)
    if (!isOver) return undefined
    return { job_id, ...(ruleOut(job_id) ? NEVER_TAKEN : MAYBE_PRINTED) }
  }

  const running = run()
  return {
    changed: (job) => {
      waiting.set(job.job_id, reportOf(job))
      if (failures === 0) wake?.()
    },
    hurry: () => wake?.(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const NEVER_TAKEN = { state: 'failed', error_code: 'never_begun' } as const
const MAYBE_PRINTED = { state: 'unknown', error_code: 'outcome_unknown' } as const

const reportOf = ({ job_id, state, error }: PrintJob): ReportedJob => ({
  job_id,
  state,
  ...(error && { error_code: error.code }),
})

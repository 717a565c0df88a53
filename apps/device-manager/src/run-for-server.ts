import path from 'node:path'
import type { PrintJob, Printer, Scale } from '@postroom/contract/device-messages'
import { keepConnected, type ConnectionState, type ServerConnection } from './connection/keep-connected.ts'
import { downloadDocument } from './documents/download-document.ts'
import { retryWhileAway } from './documents/retry-while-away.ts'
import { requestHandler } from './handle-request.ts'
import { loadMembership, type Identity } from './identity.ts'
import { jobQueue } from './jobs/job-queue.ts'
import { openJournal } from './jobs/journal.ts'
import { printerRateLimits } from './jobs/label-rate-limit.ts'
import { ownJobs } from './jobs/own-jobs.ts'
import type { PauseSwitch } from './jobs/pause-switch.ts'
import { reportToServer } from './jobs/report-to-server.ts'
import { waitingDocuments } from './jobs/waiting-documents.ts'
import { jobFacts, printersFacts, type Log } from './log.ts'
import { isChosenIn, printerConfigStore } from './printer-config.ts'
import { printerList } from './printers/printer-list.ts'
import { printerSources } from './printers/printer-sources.ts'
import { printersInUse } from './printers/printers-in-use.ts'
import { printersToReport } from './printers/printers-to-report.ts'
import { LINUX_HID } from './scales/hid-scales.ts'
import { watchScale } from './scales/watch-scale.ts'
import type { ProgramFacts } from './program-facts.ts'
import type { ServerSettings } from './settings.ts'
import type { UpdateRecord } from './update/update-record.ts'
import { releases, watchReleases, type Offer } from './update/watch-releases.ts'

const JOBS_SHOWN = 10
const clock = () => new Date()

/** What the device manager has whichever its server is. */
export interface Shared {
  identity: Identity
  log: Log
  pause: PauseSwitch
  program: ProgramFacts
  record: Pick<UpdateRecord, 'isRejected'>
  on: DeviceListeners
}

/** Called for each change. */
export interface DeviceListeners {
  connection?: (state: ConnectionState) => void
  job?: (job: PrintJob) => void
  /** Only printers that a kind of document is printed on. */
  printersInUse?: (printers: readonly Printer[]) => void
  pause?: (isPaused: boolean) => void
}

/** The work for one server, until it is stopped. */
export interface ServerWork {
  server: string
  alias(): string
  connection(): ConnectionState
  printers(): readonly Printer[]
  scales(): readonly Scale[]
  /** The last jobs since it was paired. */
  jobs(): readonly PrintJob[]
  /** Whether no job waits or is being printed. */
  isIdle(): boolean
  newer(): Offer | undefined
  reportPause(isPaused: boolean): void
  stop(): Promise<void>
}

/** Connects to a server and prints for it. */
export function runForServer(
  settings: ServerSettings,
  { identity, log, pause, program, record, on }: Shared,
): ServerWork {
  const { server, folder } = settings
  const { version } = program
  const journal = openJournal(folder)
  const membership = () => loadMembership(folder)
  const own = ownJobs(journal, membership)
  const config = printerConfigStore(folder)
  const release = releases({
    server,
    folder,
    version,
    key: program.releaseKey,
    installed: program.installed,
    isRejected: record.isRejected,
  })
  const stopWatchingReleases = watchReleases(release, (look) => log.write({ event: 'release', look }))
  const stopping = new AbortController()
  let connection: ServerConnection | undefined
  const printers = printerList({
    sources: printerSources(settings, clock),
    isChosen: (id) => isChosenIn(config.get(), id),
    onChange: (list) => {
      log.write(printersFacts(list))
      connection?.report({ type: 'printers', printers: printersToReport(list, config.get()) })
      on.printersInUse?.(list.filter(({ id }) => isChosenIn(config.get(), id)))
    },
  })
  const scale = watchScale({
    places: LINUX_HID,
    wanted: settings.scale,
    now: clock,
    onChange: (changed) => connection?.report({ type: 'scale', scale: changed }),
  })
  const reports = reportToServer({
    server,
    identity,
    hubId: () => membership().hub_id,
    device: () => {
      const newer_version = release.available()?.version
      const inUse = printersInUse(printers.known(), config.get())
      return { version, ...(newer_version !== undefined && { newer_version }), printers: inUse }
    },
    find: (jobId) => own.find(jobId),
    ruleOut: (jobId) => journal.ruleOut(jobId),
  })
  const jobs = jobQueue({
    journal: { ...journal, latest: own.latest },
    config: () => config.get(),
    printer: (id) => printers.find(id),
    fetch: waitingDocuments(path.join(folder, 'waiting'), (document, signal) =>
      retryWhileAway(
        () => downloadDocument({ origin: server, namedOrigin: namedOrigin(connection?.state()) }, document),
        AbortSignal.any([signal, stopping.signal]),
      ),
    ),
    limitRate: printerRateLimits(),
    pause,
    now: clock,
    onJob: (job) => {
      log.write(jobFacts(job))
      if (!own.has(job.job_id)) return
      connection?.report({ type: 'job', job })
      reports.changed(job)
      on.job?.(job)
    },
  })
  const alias = () => {
    const known = connection?.state()
    return known && 'alias' in known ? known.alias : settings.alias
  }
  const kept = keepConnected({
    settings,
    identity,
    answer: requestHandler({ alias, version, newer: release.available, printers, scale, config, jobs, pause }),
    newestJob: () => journal.latest(1)[0]?.job_id,
    onState: (state) => {
      log.write({ event: 'connection', state: state.state, ...('problem' in state && { problem: state.problem }) })
      on.connection?.(state)
      if (state.state === 'connected') reports.hurry()
    },
  })
  connection = kept
  return {
    server,
    alias,
    connection: kept.state,
    printers: printers.known,
    scales: scale.known,
    jobs: () => own.latest(JOBS_SHOWN),
    isIdle: jobs.isIdle,
    newer: release.available,
    reportPause: (paused) => kept.report({ type: 'paused', paused }),
    stop: async () => {
      stopping.abort()
      stopWatchingReleases()
      await jobs.stop()
      await reports.stop()
      await kept.stop()
      printers.stop()
      await scale.stop()
      journal.close()
    },
  }
}

/** The origin of the server in its document links. */
const namedOrigin = (connection: ConnectionState | undefined): string | undefined =>
  connection && 'documents_url' in connection ? new URL(connection.documents_url).origin : undefined

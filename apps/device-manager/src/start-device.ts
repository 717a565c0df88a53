import fs from 'node:fs'
import path from 'node:path'
import { bugs } from './device-refusal.ts'
import { downloadDocument } from './documents/download-document.ts'
import { retryWhileAway } from './documents/retry-while-away.ts'
import { lockFolder } from './folder-lock.ts'
import { requestHandler } from './handle-request.ts'
import { loadIdentity, loadMembership } from './identity.ts'
import { jobQueue } from './jobs/job-queue.ts'
import { openJournal } from './jobs/journal.ts'
import { printerRateLimits } from './jobs/label-rate-limit.ts'
import { ownJobs } from './jobs/own-jobs.ts'
import { reportToServer } from './jobs/report-to-server.ts'
import { waitingDocuments } from './jobs/waiting-documents.ts'
import { bugFacts, jobFacts, openLog, printersFacts } from './log.ts'
import { keepConnected, type ConnectionState, type ServerConnection } from './connection/keep-connected.ts'
import { configureNetwork } from './connection/configure-network.ts'
import { isChosenIn, printerConfigStore } from './printer-config.ts'
import { printerList } from './printers/printer-list.ts'
import { printerSources } from './printers/printer-sources.ts'
import { printersInUse } from './printers/printers-in-use.ts'
import { printersToReport } from './printers/printers-to-report.ts'
import { LINUX_HID } from './scales/hid-scales.ts'
import { watchScale } from './scales/watch-scale.ts'
import type { Settings } from './settings.ts'
import { serveStatusPage } from './status-page/status-page.ts'
import { releases, watchReleases } from './update/watch-releases.ts'
import { RELEASE_KEY, VERSION } from './version.ts'

const JOBS_SHOWN = 10
const clock = () => new Date()

export interface RunningDevice {
  statusUrl: string
  stop(): Promise<void>
}

/** Starts all parts of the device manager. @throws Error whose message is shown at the terminal */
export async function startDevice(
  settings: Settings,
  onState: (state: ConnectionState) => void = () => {},
): Promise<RunningDevice> {
  configureNetwork(process.env, settings.caFile)
  fs.mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(settings.folder)
  const identity = loadIdentity(settings.folder)
  const journal = openJournal(settings.folder)
  const membership = () => loadMembership(settings.folder)
  const own = ownJobs(journal, membership)
  const config = printerConfigStore(settings.folder)
  const log = openLog(settings.folder, clock)
  log.write({ event: 'start', version: VERSION, node: process.version, platform: process.platform })
  const onBug = (error: unknown) => log.write(bugFacts(error))
  bugs.subscribe(onBug)
  const release = releases({ server: settings.server, folder: settings.folder, version: VERSION, key: RELEASE_KEY })
  const stopWatchingReleases = watchReleases(release, (look) => log.write({ event: 'release', look }))
  const stopping = new AbortController()
  let connection: ServerConnection | undefined
  const printers = printerList({
    sources: printerSources(settings, clock),
    isChosen: (id) => isChosenIn(config.get(), id),
    onChange: (list) => {
      log.write(printersFacts(list))
      connection?.report({ type: 'printers', printers: printersToReport(list, config.get()) })
    },
  })
  const scale = watchScale({
    places: LINUX_HID,
    wanted: settings.scale,
    now: clock,
    onChange: (changed) => connection?.report({ type: 'scale', scale: changed }),
  })
  const reports = reportToServer({
    server: settings.server,
    identity,
    hubId: () => membership().hub_id,
    device: () => {
      const newer_version = release.available()?.version
      const inUse = printersInUse(printers.known(), config.get())
      return { version: VERSION, ...(newer_version !== undefined && { newer_version }), printers: inUse }
    },
    find: (jobId) => own.find(jobId),
    ruleOut: (jobId) => journal.ruleOut(jobId),
  })
  const jobs = jobQueue({
    journal: { ...journal, latest: own.latest },
    config: () => config.get(),
    printer: (id) => printers.find(id),
    fetch: waitingDocuments(path.join(settings.folder, 'waiting'), (document, signal) =>
      retryWhileAway(
        () => downloadDocument({ origin: settings.server, namedOrigin: namedOrigin(connection?.state()) }, document),
        AbortSignal.any([signal, stopping.signal]),
      ),
    ),
    limitRate: printerRateLimits(),
    now: clock,
    onJob: (job) => {
      log.write(jobFacts(job))
      if (!own.has(job.job_id)) return
      connection?.report({ type: 'job', job })
      reports.changed(job)
    },
  })
  const alias = () => {
    const known = connection?.state()
    return known && 'alias' in known ? known.alias : settings.alias
  }
  const kept = keepConnected({
    settings,
    identity,
    answer: requestHandler({ alias, version: VERSION, newer: release.available, printers, scale, config, jobs }),
    newestJob: () => journal.latest(1)[0]?.job_id,
    onState: (state) => {
      log.write({ event: 'connection', state: state.state, ...('problem' in state && { problem: state.problem }) })
      onState(state)
      if (state.state === 'connected') reports.hurry()
    },
  })
  connection = kept
  const page = await serveStatusPage(
    { port: settings.statusPort, folder: settings.folder },
    {
      status: () => ({
        alias: alias(),
        server: settings.server,
        version: VERSION,
        isPaired: membership().hub_id !== undefined,
        connection: kept.state(),
        printers: printers.known(),
        scales: scale.known(),
        jobs: own.latest(JOBS_SHOWN),
        newer: release.available(),
      }),
      log: log.lines,
    },
  )
  return {
    statusUrl: page.url,
    stop: async () => {
      stopping.abort()
      stopWatchingReleases()
      await jobs.stop()
      await reports.stop()
      await kept.stop()
      printers.stop()
      await scale.stop()
      await page.close()
      journal.close()
      bugs.unsubscribe(onBug)
      unlock()
    },
  }
}

/** The origin of the server in its document links. */
const namedOrigin = (connection: ConnectionState | undefined): string | undefined =>
  connection && 'documents_url' in connection ? new URL(connection.documents_url).origin : undefined

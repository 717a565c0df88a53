import fs from 'node:fs'
import { configureNetwork } from './connection/configure-network.ts'
import { knownServer, problemAt, saveServer, serverIn } from './connection/server-address.ts'
import { bugs } from './device-refusal.ts'
import { lockFolder } from './folder-lock.ts'
import { loadIdentity, loadMembership } from './identity.ts'
import { enrolmentCodeFor } from './install-settings.ts'
import { pauseSwitch } from './jobs/pause-switch.ts'
import { bugFacts, openLog, type LogFacts } from './log.ts'
import type { ProgramFacts } from './program-facts.ts'
import { runForServer, type DeviceListeners, type ServerWork } from './run-for-server.ts'
import type { Settings } from './settings.ts'
import { serveStatusPage } from './status-page/status-page.ts'
import type { ServerRefused } from './status-page/device-status.ts'
import type { DeviceStatus } from './status-page/device-status.ts'
import { updateRecord } from './update/update-record.ts'
import { updatePolicy } from './update/updates-allowed.ts'
import type { Offer } from './update/watch-releases.ts'

export interface RunningDevice {
  statusUrl: string
  status(): DeviceStatus
  setPaused(isPaused: boolean): void
  /** Whether no job waits or is being printed. */
  isIdle(): boolean
  /** A newer version that may replace this program. */
  replacement(): Offer | undefined
  log(facts: LogFacts): void
  stop: () => Promise<void>
}

/** Starts all parts of the device manager; without a server, its status page asks for one. @throws Error whose message is shown at the terminal */
export async function startDevice(
  settings: Settings,
  program: ProgramFacts,
  on: DeviceListeners = {},
  record = updateRecord(settings.folder),
): Promise<RunningDevice> {
  configureNetwork(process.env, settings.caFile)
  const { folder } = settings
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  const identity = loadIdentity(folder)
  const log = openLog(folder, () => new Date())
  log.write({ event: 'start', version: program.version, node: process.version, platform: process.platform })
  const onBug = (error: unknown) => log.write(bugFacts(error))
  bugs.subscribe(onBug)
  const pause = pauseSwitch(folder, (isPaused) => {
    log.write({ event: 'pause', paused: isPaused })
    work?.reportPause(isPaused)
    on.pause?.(isPaused)
  })
  const isPaired = () => loadMembership(folder).hub_id !== undefined
  const begin = (server: string | undefined): ServerWork | undefined =>
    server === undefined
      ? undefined
      : runForServer(
          { ...settings, server, enrolmentCode: enrolmentCodeFor(server, settings) },
          { identity, log, pause, program, record, on },
        )

  let work = begin(knownServer(settings))
  let changing: Promise<unknown> = Promise.resolve()

  const status = (): DeviceStatus => ({
    alias: work?.alias() ?? settings.alias,
    server: work?.server,
    isManaged: settings.server !== undefined,
    version: program.version,
    isPaired: isPaired(),
    isPaused: pause.isPaused(),
    connection: work?.connection() ?? { state: 'starting' },
    printers: work?.printers() ?? [],
    scales: work?.scales() ?? [],
    jobs: work?.jobs() ?? [],
    newer: newerFacts(work?.newer()),
    rolledBack: record.lastRejected(program.version),
  })

  const mayUpdate = updatePolicy(settings.updates)
  const replaces = ({ file }: Offer): boolean =>
    program.installed.kind === 'own' && file.kind === 'executable' && mayUpdate()
  const newerFacts = (offer: Offer | undefined): DeviceStatus['newer'] => {
    if (!offer) return undefined
    const { version, file } = offer
    const how = replaces(offer) ? 'automatic' : file.kind === 'deb' ? 'deb' : 'download'
    return { version, url: file.url, sha256: file.sha256, how }
  }

  function refused(): ServerRefused | undefined {
    if (settings.server !== undefined) return { code: 'managed' }
    return isPaired() ? { code: 'paired' } : undefined
  }

  /** Saves the address that a person entered and connects to it, unless it is set or the device is paired. */
  async function changeServer(typed: string): Promise<ServerRefused | undefined> {
    const server = serverIn(typed)
    if (server === undefined) return { code: 'invalid' }
    const problem = refused() ? undefined : await problemAt(server)
    if (problem) return { code: 'no_server', problem }
    if (server === work?.server || refused()) return refused()
    await work?.stop()
    try {
      // somebody may have paired it until it stopped
      const late = refused()
      if (!late) saveServer(folder, server)
      return late
    } finally {
      work = begin(knownServer(settings))
    }
  }

  const page = await serveStatusPage(
    { port: settings.statusPort, folder },
    {
      status,
      log: log.lines,
      setPaused: pause.set,
      // one after the other: two tabs may ask at once
      changeServer: (typed) => {
        const changed = changing.then(() => changeServer(typed))
        changing = changed.catch(() => {})
        return changed
      },
    },
  )
  return {
    statusUrl: page.url,
    status,
    setPaused: pause.set,
    replacement: () => {
      const offer = work?.newer()
      return offer && replaces(offer) ? offer : undefined
    },
    log: log.write,
    isIdle: () => work?.isIdle() ?? true,
    stop: async () => {
      page.close()
      await changing
      await work?.stop()
      bugs.unsubscribe(onBug)
      unlock()
    },
  }
}

import { announce, say } from './announce.ts'
import type { ConnectionState } from './connection/keep-connected.ts'
import { knownServer } from './connection/server-address.ts'
import { showOnDesktop } from './desktop/show-on-desktop.ts'
import { readInstallSettings } from './install-settings.ts'
import type { ProgramFacts } from './program-facts.ts'
import { readSettings, settingsHelp, type Settings } from './settings.ts'
import { startDevice, type RunningDevice } from './start-device.ts'
import { canOpenBrowser, openPage } from './status-page/open-page.ts'
import { readPageKey } from './status-page/page-key.ts'
import { onStopRequest, stopRunning } from './stop-request.ts'
import { UPDATE_TIMINGS } from './update/automatic-update.ts'
import { thisInstallation } from './update/installation.ts'
import { keepUpdated } from './update/keep-updated.ts'
import { updateRecord } from './update/update-record.ts'
import { TRIAL_PASSED, TRIAL_VARIABLE } from './update/try-program.ts'
import { RELEASE_KEY, VERSION } from './version.ts'

const PARENT_POLL_MS = 1_000
/** Longer than sending a page takes. A job that has not ended by then is reported as unknown at the next start. */
const STOP_WITHIN_MS = 10_000

export const THIS_PROGRAM: ProgramFacts = {
  version: VERSION,
  releaseKey: RELEASE_KEY,
  installed: thisInstallation(),
  args: process.argv.slice(2),
  updateTimings: UPDATE_TIMINGS,
}

/** Runs the program that `process.argv` asks for. @throws Error whose message is shown at the terminal */
export async function runProgram(program: ProgramFacts): Promise<void> {
  process.umask(0o077) // keys, jobs and printed files are private to this user
  if (process.argv.includes('--version')) return void say(program.version)
  if (process.argv.includes('--help')) return void process.stdout.write(settingsHelp())
  const settings = readSettings(process.env, readInstallSettings())
  if (process.argv.includes('--open')) return showLink(settings.folder)
  if (process.argv.includes('--stop')) return stopOther(settings.folder)
  if (process.env[TRIAL_VARIABLE] === '1') return runOnTrial(settings, program)
  const isFirst = readPageKey(settings.folder) === undefined
  const { device, stop } = await start(settings, program)
  // before it says that it has started: from then on it may be asked to stop
  stopWhenAsked(settings.folder, stop, settings.localSecret !== undefined)
  sayStarted(device)
  if (knownServer(settings) === undefined) await askForServer(settings.folder, isFirst)
}

/** Starts the device manager with its tray icon and its updates. */
async function start(settings: Settings, program: ProgramFacts) {
  const desktop = showOnDesktop(settings.folder)
  const record = updateRecord(settings.folder)
  const updates = keepUpdated(settings, program, record)
  const on = {
    connection: (state: ConnectionState) => {
      announce(state)
      updates.connection(state)
      desktop.changed()
    },
    job: desktop.job,
    printersInUse: desktop.printers,
    pause: desktop.changed,
  }
  const device = await startDevice(settings, program, on, record)
  const stop = async (): Promise<void> => {
    updates.stop()
    await desktop.close()
    await device.stop()
  }
  // one that a server started belongs to the server, not to the desktop
  if (settings.localSecret === undefined) desktop.begin(device)
  updates.begin(device, stop)
  return { device, stop }
}

/** A new version shows that it works: it ends as soon as it is connected. */
async function runOnTrial(settings: Settings, program: ProgramFacts): Promise<void> {
  const connected = Promise.withResolvers<void>()
  const device = await startDevice(settings, program, {
    connection: ({ state }) => {
      if (state === 'connected') connected.resolve()
    },
  })
  stopWhenAsked(settings.folder, device.stop, true)
  await connected.promise
  await device.stop()
  process.exit(TRIAL_PASSED)
}

const sayStarted = ({ statusUrl }: RunningDevice): void =>
  void say(`Postroom device manager, status page ${statusUrl} (to open it, run: postroom-device-manager --open)`)

async function showLink(folder: string): Promise<void> {
  const link = await openPage(folder)
  say(`Opening the status page. If no browser opens, use this link. It works once, within a minute:\n${link}`)
}

/** Opens the page at the very first start only: later the user opens it. A log gets no link. */
async function askForServer(folder: string, isFirst: boolean): Promise<void> {
  say('No server is chosen yet: the status page asks for it.')
  if (!isFirst) return
  if (process.stdout.isTTY) await showLink(folder)
  else if (canOpenBrowser()) await openPage(folder)
}

async function stopOther(folder: string): Promise<void> {
  const wasRunning = await stopRunning(folder)
  say(wasRunning ? 'Stopped.' : `No device manager is running in ${folder}.`)
}

/** Stops on a signal, and when `--stop` asks for it. */
function stopWhenAsked(folder: string, stop: () => Promise<void>, withParent: boolean): void {
  let stopping: Promise<void> | undefined
  const stopOnce = () => {
    stopping ??= stop().then(() => process.exit())
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  }
  process.once('SIGTERM', stopOnce)
  process.once('SIGINT', stopOnce)
  onStopRequest(folder, stopOnce)
  if (withParent) stopWithParent(stopOnce)
}

/** A device manager that a server started stops with it: the next server starts its own. So does one on trial. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_POLL_MS).unref()
}

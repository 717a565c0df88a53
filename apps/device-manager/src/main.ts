import { readInstallSettings } from './install-settings.ts'
import { readSettings, settingsHelp } from './settings.ts'
import { startDevice } from './start-device.ts'
import type { ConnectionState } from './connection/keep-connected.ts'
import { openPage } from './status-page/open-page.ts'
import { onStopRequest, stopRunning } from './stop-request.ts'
import { STATUS_TEXTS } from './status-page/status-texts.ts'
import { VERSION } from './version.ts'

const PARENT_POLL_MS = 1_000
/** Longer than sending a page takes. A job that has not ended by then is reported as unknown at the next start. */
const STOP_WITHIN_MS = 10_000

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

// no await at the top: the packaged program is CommonJS
run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

async function run(): Promise<void> {
  process.umask(0o077) // keys, jobs and printed files are private to this user
  if (process.argv.includes('--version')) return void say(VERSION)
  if (process.argv.includes('--help')) return void process.stdout.write(settingsHelp())
  const settings = readSettings(process.env, readInstallSettings())
  if (process.argv.includes('--open'))
    return void say(`Opening the status page. If no browser opens, use this link. It works once, within a minute:
${await openPage(settings.folder)}`)
  if (process.argv.includes('--stop')) {
    const wasRunning = await stopRunning(settings.folder)
    return void say(wasRunning ? 'Stopped.' : `No device manager is running in ${settings.folder}.`)
  }
  const device = await startDevice(settings, announce)
  say(`Postroom device manager, status page ${device.statusUrl} (to open it, run: postroom-device-manager --open)`)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= device.stop().then(() => process.exit())
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  onStopRequest(settings.folder, stop)
  if (settings.localSecret !== undefined) stopWithParent(stop)
}

/** A device manager that a server started stops with it: the next server starts its own. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_POLL_MS).unref()
}

function announce(connection: ConnectionState): void {
  if (connection.state === 'pairing')
    say(`Not paired yet. Sign in to Postroom, open Printers and enter this code: ${connection.code}`)
  else if (connection.state === 'unreachable')
    say(`${STATUS_TEXTS.en.unreachable} ${STATUS_TEXTS.en.problems[connection.problem]}`)
  else if (connection.state === 'clock_wrong') say(STATUS_TEXTS.en.clockWrong)
  else if (connection.state === 'no_pubnub') say(STATUS_TEXTS.en.connectionStates.no_pubnub)
  else if (connection.state !== 'starting')
    say(
      connection.state === 'connected'
        ? `Connected as ${connection.alias} (${connection.organisation})`
        : 'Reconnecting.',
    )
}

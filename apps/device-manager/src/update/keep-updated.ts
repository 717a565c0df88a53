import type { ConnectionState } from '../connection/keep-connected.ts'
import { reportBug } from '../device-refusal.ts'
import type { ProgramFacts } from '../program-facts.ts'
import type { Settings } from '../settings.ts'
import type { RunningDevice } from '../start-device.ts'
import { nextUpdate, type ReadyUpdate } from './automatic-update.ts'
import { replaceProgram, restartAs } from './replace-program.ts'
import { tryProgram } from './try-program.ts'
import type { UpdateRecord } from './update-record.ts'

/**
 * Keeps a program up to date that its user owns. A new version runs on trial from the folder of the device manager; only when
 * it has connected does it replace this one. Whatever is cut off, the old program is still in its place.
 */
export function keepUpdated(settings: Settings, program: ProgramFacts, record: UpdateRecord) {
  const { folder } = settings
  const { installed, args, updateTimings: timings } = program
  const stopping = new AbortController()
  let isConnected = false
  let giveUp: ReturnType<typeof setTimeout> | undefined

  if (installed.kind === 'own' && record.settle(program.version) !== undefined)
    giveUp = setTimeout(() => record.gaveUp(), timings.trialMs).unref()

  async function run(device: RunningDevice, stop: () => Promise<void>): Promise<void> {
    const update = await nextUpdate(
      {
        folder,
        offer: () => device.replacement(),
        isReady: () => isConnected && device.isIdle(),
        onDownload: (version, result) =>
          device.log({ event: 'update', version, step: 'failed' in result ? result.failed : 'downloaded' }),
        timings,
      },
      stopping.signal,
    )
    record.begin(update.version)
    device.log({ event: 'update', version: update.version, step: 'tried' })
    await stop()
    await takeOver(update)
  }

  async function takeOver({ version, file }: ReadyUpdate): Promise<never> {
    const result = await tryProgram(file, args, process.env, timings.trialMs)
    try {
      if (result === 'passed') replaceProgram(installed.program, file)
      else record[result](version)
    } catch (error) {
      reportBug(error) // such as a full disk: this version goes on, and the trial counts as cut off
    }
    return restartAs(installed.program, args, process.env)
  }

  return {
    begin: (device: RunningDevice, stop: () => Promise<void>): void => {
      if (installed.kind !== 'own') return
      run(device, stop).catch((error: unknown) => {
        if (!stopping.signal.aborted) reportBug(error)
      })
    },
    connection: ({ state }: ConnectionState): void => {
      isConnected = state === 'connected'
      if (!isConnected || giveUp === undefined) return
      clearTimeout(giveUp)
      giveUp = undefined
      record.connected()
    },
    stop: (): void => stopping.abort(),
  }
}

import { constants, open, type FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scale } from '@postroom/contract/device-messages'
import { unlessBusy } from '../printers/usb-connection.ts'
import { hidScales, type HidPlaces, type HidScale } from './hid-scales.ts'
import { readingOf, REPORT_BYTES, type Reading } from './scale-report.ts'
import { settledReadings } from './settled-readings.ts'

const POLL_MS = 3_000
/** Linux keeps the last 64 reports; no scale sends as many in this time. */
const READ_EVERY_MS = 100

export interface ScaleWatch {
  /** The current state of the scale in use, if any. */
  known: () => Scale[]
  stop(): Promise<void>
}

interface Parts {
  places: HidPlaces
  /** The id of the scale to use; undefined takes the first one. */
  wanted: string | undefined
  now: () => Date
  /** The state of the scale has changed. */
  onChange: (scale: Scale) => void
}

/** Reads the scale of this device, and follows it when it is plugged in or out. `pollMs` is for tests. */
export function watchScale({ places, wanted, now, onChange }: Parts, pollMs = POLL_MS): ScaleWatch {
  const stopping = new AbortController()
  const { signal } = stopping
  let known: Scale | undefined

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const isThere = (scale: Pick<HidScale, 'id'>) => hidScales(places).some(({ id }) => id === scale.id)

  function reportScale({ id, name }: Pick<HidScale, 'id' | 'name'>, reading: Reading | { state: 'gone' }): void {
    const scale = { id, name, ...reading, at: now().toISOString() }
    known = reading.state === 'gone' ? undefined : scale
    onChange(scale)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const scale = hidScales(places).find(({ id }) => wanted === undefined || id === wanted)
      if (scale) await follow(scale)
      if (known && !isThere(known)) reportScale(known, { state: 'gone' })
      await pause(pollMs)
    }
  }

  /** Reads until the scale is unplugged. */
  async function follow(scale: HidScale): Promise<void> {
    // a blocking read would hold a thread for as long as the scale is silent
    const handle = await open(scale.file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
    if (!handle) return isRefused(known) ? undefined : reportScale(scale, { state: 'fault', fault: 'no_access' })
    const readings = settledReadings((reading) => reportScale(scale, reading))
    try {
      while (!signal.aborted && isThere(scale)) await read(handle, (reading) => readings.take(reading))
    } catch {
      // Linux ends the file of an unplugged scale; the next poll shows whether it is gone or had a loose contact
    } finally {
      readings.stop()
      await handle.close()
    }
  }

  async function read(handle: FileHandle, take: (reading: Reading) => void): Promise<void> {
    for (const until = performance.now() + pollMs; performance.now() < until && !signal.aborted;) {
      for (let report = await nextReport(handle); report; report = await nextReport(handle)) {
        const reading = readingOf(report)
        if (reading) take(reading)
      }
      await pause(READ_EVERY_MS)
    }
  }

  const running = run()
  return {
    known: () => (known ? [known] : []),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const isRefused = (scale: Scale | undefined): boolean => scale?.fault === 'no_access'

/** One read returns one report, cut to the length of the report that is wanted. */
async function nextReport(handle: FileHandle): Promise<Uint8Array | undefined> {
  const came = await unlessBusy(() => handle.read(new Uint8Array(REPORT_BYTES), 0, REPORT_BYTES, null))
  return came && came.bytesRead > 0 ? came.buffer.subarray(0, came.bytesRead) : undefined
}

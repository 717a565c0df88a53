import type { Printer, PrinterConfigs, ResultOf, Scale } from '@postroom/contract/device-messages'

type Release = NonNullable<ResultOf<'status'>['update_available']>

/** A device manager that does not answer is retried after this time (spec §9). */
export const DEVICE_RETRY_MS = 20_000

/** What the page knows of a device manager. `printers` and `config` are its last report, kept while it is disconnected. */
export interface DeviceState {
  state: 'no_hub' | 'connecting' | 'connected' | 'not_connected' | 'denied'
  printers: readonly Printer[]
  config: PrinterConfigs | undefined
  /** As the device manager last reported; `newer` is a release to install. */
  version: string | undefined
  newer: Release | undefined
  /** Somebody has paused printing there: jobs wait. */
  isPaused: boolean
  /** When the connection to its hub opened, in milliseconds since 1970; undefined while it is closed. */
  lineSince: number | undefined
  /** Only while connected: an old weight could belong to another item. */
  scale: Scale | undefined
  /** The time of the next retry, in milliseconds since 1970; only while not connected. */
  retryAt: number | undefined
}

export const NO_DEVICE: DeviceState = {
  state: 'no_hub',
  printers: [],
  config: undefined,
  version: undefined,
  newer: undefined,
  isPaused: false,
  lineSince: undefined,
  scale: undefined,
  retryAt: undefined,
}

/** What happened between the web app and its device manager. */
export type DeviceChange =
  | { type: 'opened' }
  | { type: 'line'; isOpen: boolean }
  | {
      type: 'answered'
      printers: readonly Printer[]
      config: PrinterConfigs
      version: string
      newer: Release | undefined
      isPaused: boolean
      scale: Scale | undefined
    }
  | { type: 'silent' }
  | { type: 'gone' }
  | { type: 'denied' }
  | { type: 'printers'; printers: readonly Printer[] }
  | { type: 'config'; config: PrinterConfigs }
  | { type: 'scale'; scale: Scale }
  | { type: 'paused'; paused: boolean }

/** The state after a change. @param now milliseconds since 1970 */
export function deviceStep(device: DeviceState, change: DeviceChange, now: number): DeviceState {
  switch (change.type) {
    case 'opened':
      return { ...device, state: 'connecting', retryAt: undefined }
    case 'line':
      return { ...device, lineSince: change.isOpen ? now : undefined }
    case 'answered': {
      const { type: _type, ...answer } = change
      return { ...device, ...answer, state: 'connected', retryAt: undefined }
    }
    case 'silent':
    case 'gone':
      return { ...device, state: 'not_connected', scale: undefined, retryAt: now + DEVICE_RETRY_MS }
    case 'denied':
      return { ...device, state: 'denied', scale: undefined, retryAt: undefined }
    case 'printers':
      return { ...device, printers: change.printers }
    case 'config':
      return { ...device, config: change.config }
    case 'paused':
      return { ...device, isPaused: change.paused }
    case 'scale':
      return { ...device, scale: change.scale.state === 'gone' ? undefined : change.scale }
  }
}

/** Printers that accept a job now; a busy one queues it. */
export const readyPrinters = (printers: readonly Printer[]): readonly Printer[] =>
  printers.filter(({ state }) => state === 'ready' || state === 'printing')

/** Whole seconds until the next attempt, never below 0. */
export const secondsUntil = (retryAt: number, now: number): number => Math.max(0, Math.ceil((retryAt - now) / 1000))

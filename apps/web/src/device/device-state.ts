import type { Printer, PrinterConfigs, Scale } from '@postroom/contract/device-messages'

/** A device manager that does not answer is retried after this time (spec §9). */
export const DEVICE_RETRY_S = 20

/** What the page knows of a device manager. `printers` and `config` are its last report, kept while it is disconnected. */
export interface DeviceState {
  state: 'no_hub' | 'connecting' | 'connected' | 'not_connected' | 'denied'
  printers: readonly Printer[]
  config: PrinterConfigs | undefined
  /** Only while connected: an old weight could belong to another item. */
  scale: Scale | undefined
  /** The time of the next retry, in milliseconds since 1970; only while not connected. */
  retryAt: number | undefined
}

export const NO_DEVICE: DeviceState = {
  state: 'no_hub',
  printers: [],
  config: undefined,
  scale: undefined,
  retryAt: undefined,
}

/** What happened between the web app and its device manager. */
export type DeviceChange =
  | { type: 'opened' }
  | { type: 'answered'; printers: readonly Printer[]; config: PrinterConfigs; scale: Scale | undefined }
  | { type: 'silent' }
  | { type: 'gone' }
  | { type: 'denied' }
  | { type: 'printers'; printers: readonly Printer[] }
  | { type: 'config'; config: PrinterConfigs }
  | { type: 'scale'; scale: Scale }

/** The state after a change. @param now milliseconds since 1970 */
export function deviceStep(device: DeviceState, change: DeviceChange, now: number): DeviceState {
  switch (change.type) {
    case 'opened':
      return { ...device, state: 'connecting', retryAt: undefined }
    case 'answered':
      return {
        state: 'connected',
        printers: change.printers,
        config: change.config,
        scale: change.scale,
        retryAt: undefined,
      }
    case 'silent':
    case 'gone':
      return { ...device, state: 'not_connected', scale: undefined, retryAt: now + DEVICE_RETRY_S * 1000 }
    case 'denied':
      return { ...device, state: 'denied', scale: undefined, retryAt: undefined }
    case 'printers':
      return { ...device, printers: change.printers }
    case 'config':
      return { ...device, config: change.config }
    case 'scale':
      return { ...device, scale: change.scale.state === 'gone' ? undefined : change.scale }
  }
}

/** Printers that accept a job now; a busy one queues it. */
export const readyPrinters = (printers: readonly Printer[]): readonly Printer[] =>
  printers.filter(({ state }) => state === 'ready' || state === 'printing')

/** Whole seconds until the next attempt, never below 0. */
export const secondsUntil = (retryAt: number, now: number): number => Math.max(0, Math.ceil((retryAt - now) / 1000))

import type { Printer, PrinterConfigs, Scale } from '@postroom/contract/device-messages'

/** A device manager that does not answer is asked again after this time (spec §9). */
export const DEVICE_RETRY_S = 20

/** What the web app knows of its device manager. `printers` and `config` are what it told last, also while it is away. */
export interface DeviceState {
  state: 'no_hub' | 'connecting' | 'connected' | 'not_connected' | 'denied'
  printers: readonly Printer[]
  config: PrinterConfigs | undefined
  /** Only while it is there and heard of: an old weight is nobody's. */
  scale: Scale | undefined
  /** When it is asked again, in milliseconds since 1970; only while not connected. */
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

/** The state after the news. @param now milliseconds since 1970 */
export function deviceStep(device: DeviceState, news: DeviceChange, now: number): DeviceState {
  switch (news.type) {
    case 'opened':
      return { ...device, state: 'connecting', retryAt: undefined }
    case 'answered':
      return {
        state: 'connected',
        printers: news.printers,
        config: news.config,
        scale: news.scale,
        retryAt: undefined,
      }
    case 'silent':
    case 'gone':
      return { ...device, state: 'not_connected', scale: undefined, retryAt: now + DEVICE_RETRY_S * 1000 }
    case 'denied':
      return { ...device, state: 'denied', scale: undefined, retryAt: undefined }
    case 'printers':
      return { ...device, printers: news.printers }
    case 'config':
      return { ...device, config: news.config }
    case 'scale':
      return { ...device, scale: news.scale.state === 'gone' ? undefined : news.scale }
  }
}

/** Printers that would print now: one that is busy takes the next job when it is done. */
export const readyPrinters = (printers: readonly Printer[]): readonly Printer[] =>
  printers.filter(({ state }) => state === 'ready' || state === 'printing')

/** Whole seconds until the next attempt, never below 0. */
export const secondsUntil = (retryAt: number, now: number): number => Math.max(0, Math.ceil((retryAt - now) / 1000))

import type { Printer } from '@postroom/contract/device-messages'
import type { PrintOrder } from './printer.ts'

/** Speaks the language of a printer behind a queue without a driver, which forwards bytes and returns no status. */
export interface RawDriver {
  about: Omit<Printer, 'id' | 'name' | 'state' | 'reasons'>
  /** All pages and copies of an order. @throws DeviceRefusal */
  bytes(order: PrintOrder): Promise<Uint8Array>
}

/** The driver that the settings name for a queue. */
export type RawDrivers = ReadonlyMap<string, RawDriver>

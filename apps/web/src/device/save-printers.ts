import type { PrinterConfigs } from '@postroom/contract/device-messages'
import type { DeviceRequestFunction } from './device-connection.ts'

const TIMEOUT_MS = 10_000

/**
 * Merges changes into the current configuration of the device manager: other kinds may have changed since it was read.
 * @returns the saved configuration
 * @throws as `request` when nothing is saved
 */
export async function saveChanges(request: DeviceRequestFunction, changes: PrinterConfigs): Promise<PrinterConfigs> {
  const there = await request('config.get', {}, { timeoutMs: TIMEOUT_MS })
  const changed = { config: { ...there.config, ...changes } }
  const { config } = await request('config.set', changed, { timeoutMs: TIMEOUT_MS })
  return config
}

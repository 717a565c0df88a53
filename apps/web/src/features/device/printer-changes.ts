import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { DeviceRequestFunction } from '../../device/device-connection.ts'
import { offsetMedia } from './media-of-kind.ts'
import { withoutHidden } from './offset-fields.tsx'

const TIMEOUT_MS = 10_000

/** What was changed and is not saved: only the kinds in it, of which an undefined one has no printer any more. */
export type PrinterChanges = PrinterConfigs

/** A kind as its controls show it. */
export const shownOnly = (
  kind: PrinterKind,
  config: PrinterConfigs[PrinterKind],
  printers: readonly Printer[],
): PrinterConfigs[PrinterKind] => {
  const printer = printers.find(({ id }) => id === config?.printerId)
  return config && withoutHidden(config, offsetMedia(kind, config, printer))
}

/** The changes of the kinds that are set here, as their controls show them. */
export const toSave = (
  changes: PrinterChanges,
  here: readonly PrinterKind[],
  printers: readonly Printer[],
): PrinterChanges =>
  Object.fromEntries(
    here.filter((kind) => kind in changes).map((kind) => [kind, shownOnly(kind, changes[kind], printers)]),
  )

/** What was changed while the rest was being saved is still to be saved. */
export const changedSince = (saved: PrinterChanges, now: PrinterChanges): PrinterChanges =>
  Object.fromEntries(
    PRINTER_KINDS.filter((kind) => kind in now && !(kind in saved && now[kind] === saved[kind])).map((kind) => [
      kind,
      now[kind],
    ]),
  )

/**
 * Puts changes into what the device manager has now: somebody may have changed other kinds since it was read.
 * @returns all that it has then
 * @throws as `request` when nothing is saved
 */
export async function saveChanges(request: DeviceRequestFunction, changes: PrinterChanges): Promise<PrinterConfigs> {
  const there = await request('config.get', {}, { timeoutMs: TIMEOUT_MS })
  const changed = { config: { ...there.config, ...changes } }
  const { config } = await request('config.set', changed, { timeoutMs: TIMEOUT_MS })
  return config
}

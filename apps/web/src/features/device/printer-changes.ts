import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { DeviceRequestFunction } from '../../device/device-connection.ts'
import { offsetMedia } from './media-of-kind.ts'
import { withoutHidden } from './offset-fields.tsx'

const TIMEOUT_MS = 10_000

/** Unsaved changes by kind; undefined removes the printer of a kind. */
export type PrinterChanges = PrinterConfigs

/** The configuration of a kind as its controls show it. */
export const shownOnly = (
  kind: PrinterKind,
  config: PrinterConfigs[PrinterKind],
  printers: readonly Printer[],
): PrinterConfigs[PrinterKind] => {
  const printer = printers.find(({ id }) => id === config?.printerId)
  return config && withoutHidden(config, offsetMedia(kind, config, printer))
}

/** The changes of the kinds that are printed here, as their controls show them. */
export const toSave = (
  changes: PrinterChanges,
  here: readonly PrinterKind[],
  printers: readonly Printer[],
): PrinterChanges =>
  Object.fromEntries(
    here.filter((kind) => kind in changes).map((kind) => [kind, shownOnly(kind, changes[kind], printers)]),
  )

/** The changes made while saving, which are still unsaved. */
export const changedSince = (saved: PrinterChanges, now: PrinterChanges): PrinterChanges =>
  Object.fromEntries(
    PRINTER_KINDS.filter((kind) => kind in now && !(kind in saved && now[kind] === saved[kind])).map((kind) => [
      kind,
      now[kind],
    ]),
  )

/**
 * Merges changes into the current configuration of the device manager: other kinds may have changed since it was read.
 * @returns the saved configuration
 * @throws as `request` when nothing is saved
 */
export async function saveChanges(request: DeviceRequestFunction, changes: PrinterChanges): Promise<PrinterConfigs> {
  const there = await request('config.get', {}, { timeoutMs: TIMEOUT_MS })
  const changed = { config: { ...there.config, ...changes } }
  const { config } = await request('config.set', changed, { timeoutMs: TIMEOUT_MS })
  return config
}

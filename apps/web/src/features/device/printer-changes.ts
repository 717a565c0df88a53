import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import { offsetMedia } from '../../printing/media-of-kind.ts'
import { withoutHidden } from './offset-fields.tsx'

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

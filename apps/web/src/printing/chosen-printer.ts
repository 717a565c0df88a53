import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { gridFor, type LabelGridDpi } from '@postroom/domain/media/label-drawing'
import type { DeviceState } from '../device/device-state.ts'

type Reported = Pick<DeviceState, 'config' | 'printers'>

/** The settings and the printer of a kind, as the device manager last reported them. */
export function chosenPrinter(
  { config: configs, printers }: Reported,
  kind: PrinterKind,
): { config: PrinterConfigs[PrinterKind]; printer: Printer | undefined } {
  const config = configs?.[kind]
  return { config, printer: printers.find(({ id }) => id === config?.printerId) }
}

/**
 * The resolution that a document must be drawn for, to be printed on the printer of a kind; undefined when that printer cannot
 * print it. A printer that was not reported gets the usual drawing: the device manager decides.
 */
export function drawingFor(device: Reported, kind: PrinterKind, isLabel: boolean): LabelGridDpi | undefined {
  const { printer } = chosenPrinter(device, kind)
  return printer ? gridFor(printer, isLabel) : 300
}

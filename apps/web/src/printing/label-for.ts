import type { PrinterConfigs } from '@postroom/contract/device-messages'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { LABEL_FOR_FORMAT } from '@postroom/domain/media/label-stock'
import { packagingOf, type PrinterKind } from '@postroom/domain/catalogue/packaging'

/** Which label is drawn for a printer: the one for the format set in its preferences, else 4 × 6 inches. */
export const labelFor = (config: PrinterConfigs[PrinterKind]) =>
  LABEL_FOR_FORMAT[config?.defaultOrSpecific === 'specific' ? config.paperFormat : '4x6']

/** The draft with the label for the printer of its format. */
export function withLabelFor(
  draft: ShipmentDraftInput,
  configOf: (kind: PrinterKind) => PrinterConfigs[PrinterKind],
): ShipmentDraftInput {
  const [parcel] = draft.parcels
  const { size, label_name } = labelFor(parcel && configOf(packagingOf(parcel.packaging).printer))
  return { ...draft, label: { size }, meta_data: { ...draft.meta_data, label_name } }
}

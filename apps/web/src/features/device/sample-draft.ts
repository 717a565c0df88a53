import type { PrinterConfigs } from '@postroom/contract/device-messages'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { labelFor } from '../../printing/label-for.ts'

const SAMPLE_ADDRESS = { name: 'Test print', address1: '1 Test Street', city: 'London', postal_code: 'SW1A 1AA' }

/** A sample label for a kind of printer, in its format, with a service that every plan includes. */
export function sampleDraft(
  kind: PrinterKind,
  config: PrinterConfigs[PrinterKind],
  accountId: string,
  today: CalendarDate,
): ShipmentDraftInput {
  const { size, label_name } = kind === 'form' ? { size: 'A4' as const, label_name: '' } : labelFor(config)
  return {
    service: '1SF',
    options: [{ code: 'signed_for' }],
    shipping_date: today,
    to: SAMPLE_ADDRESS,
    from: SAMPLE_ADDRESS,
    parcels: [{ packaging: kind === 'mailing' ? 'letter' : 'small_parcel', weight: { value: 50, units: 'G' } }],
    label: { size },
    meta_data: { label_name },
    by: accountId,
  }
}

import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { draftOf } from '../../item-form/shipping-form.ts'
import { serviceIn, onlyService } from '../../item-form/service-choice.ts'
import type { ReadRow } from './addressees/rows.ts'
import type { Choices } from './what-step.tsx'

/** Rows that are sent with another service than all others, by row. */
export type Exceptions = Readonly<Record<string, ServiceCode>>

/** The shipment of each row, with the price of the check if there was one. */
export const draftsOf = (
  rows: readonly ReadRow[],
  { form, service }: Choices,
  exceptions: Exceptions,
  by: string,
  priceOf: (row: ReadRow) => number | undefined = () => undefined,
): { row: ReadRow; shipment: ShipmentDraftInput }[] =>
  rows.flatMap((row) => {
    if (!row.address) return []
    const own = exceptions[row.id] ?? service
    const choice = own === service ? { ...serviceIn(form), service } : onlyService(own)
    const { charges: _first, ...draft } = draftOf(
      { ...form, ...choice, to: row.address, reference: row.reference || form.reference },
      { service: own, by, total_charge: 0 },
    )
    const price = priceOf(row)
    return [{ row, shipment: price === undefined ? draft : { ...draft, charges: { total_charge: price } } }]
  })

import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import type { BatchRow } from '@postroom/contract/shipment-batch'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { onlyService, optionsOf } from '../../item-form/service-choice.ts'
import { draftOf } from '../../item-form/shipping-form.ts'
import type { ReadRow } from './addressees/rows.ts'
import { nextKey, numberOf } from './row-key.ts'
import type { Choices } from './what-step.tsx'

/** One item of a mailing, as the check asks for its price. */
export interface Item {
  /** The row of the file. */
  number: number
  shipment: Omit<ShipmentDraftInput, 'charges' | 'to'> & { to: NonNullable<ShipmentDraftInput['to']> }
  /** The key to buy it with, when it was refused before. */
  key?: string
}

/** Items that are sent with another service than chosen for them, by row. */
export type Exceptions = Readonly<Record<number, ServiceCode>>

/** The item of each row. */
export const itemsOf = (rows: readonly ReadRow[], { form, service }: Choices, by: string): Item[] =>
  rows.flatMap(({ number, address: to, reference }) => {
    if (!to) return []
    const wanted = { ...form, service, to, reference: reference || form.reference }
    const { charges: _none, ...shipment } = draftOf(wanted, { service, by, total_charge: 0 })
    return [{ number, shipment: { ...shipment, to } }]
  })

/** The items of a batch that were refused or cancelled, to be checked again: their prices may have changed. */
export const itemsAgain = (rows: readonly BatchRow[]): Item[] =>
  rows.flatMap(({ shipment: refused, ...row }) => {
    if (!refused) return []
    const { charges: _old, ...shipment } = refused
    return [{ number: numberOf(row), shipment, key: nextKey(row.key) }]
  })

/** The shipment of an item with another service, which brings the options that it needs. */
export const withService = ({ shipment }: Item, service = shipment.service): Item['shipment'] =>
  service === shipment.service
    ? shipment
    : { ...shipment, service, options: optionsOf(service, onlyService(service)) ?? [] }

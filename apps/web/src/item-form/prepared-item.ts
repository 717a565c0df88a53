import type { ShipmentOption } from '@postroom/contract/option'
import type { RateRequest } from '@postroom/contract/rate'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { formOf } from './send-again.ts'
import { onlyService, optionsOf, OWN_VALUES, type ServiceForm } from './service-choice.ts'
import { referencesOf, type Facts, type ShippingForm } from './shipping-form.ts'

/** The item in the form as it is handed to the mailroom, which may add its weight and its service. */
export function preparedOf(values: ShippingForm, facts: Facts, request: RateRequest | undefined) {
  const { to, from, shipping_date, packaging, costcenter } = values
  return {
    to,
    from,
    shipping_date,
    references: referencesOf(values),
    costcenter: costcenter === '' ? [] : [{ id: costcenter }],
    parcels: request?.parcels ?? [{ packaging }],
    ...(request?.customs && { customs: request.customs }),
    ...(facts.service !== '' && { service: facts.service, options: optionsOf(facts.service, facts) ?? [] }),
  }
}

/** The form filled in with all that a sender gave. What was prepared on an earlier day is posted today. */
export function preparedForm({ shipment }: Pick<QueuedShipment, 'shipment'>, today: string): ShippingForm {
  const { service = '', options, references, costcenter, shipping_date } = shipment
  const [reference = '', reference2 = '', reference3 = ''] = references
  return {
    ...formOf({ ...shipment, parcels: shipment.parcels ?? [{ packaging: 'small_parcel' }] }, today),
    ...serviceFormOf(service, options),
    reference,
    reference2,
    reference3,
    costcenter: costcenter[0]?.id ?? '',
    shipping_date: shipping_date < today ? today : shipping_date,
  }
}

function serviceFormOf(service: ServiceForm['service'], options: readonly ShipmentOption[]): ServiceForm {
  const fields: ShipmentOption['fields'] = Object.assign({}, ...options.map((option) => option.fields))
  const { compensation, consequential_loss, amount } = fields
  return {
    ...onlyService(service),
    own_value: OWN_VALUES.find((code) => options.some((option) => option.code === code)) ?? 'frank_pay',
    compensation: textOf(compensation),
    consequential_loss: textOf(consequential_loss),
    amount: amount ? (amount.value / 100).toFixed(2) : '',
  }
}

const textOf = (field: { value: number } | undefined): string => (field && field.value > 0 ? String(field.value) : '')

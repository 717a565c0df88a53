import { isDomestic } from '../catalogue/countries.ts'
import { askedLines } from '../rating/fees.ts'
import { TEST_PRINT_LABELS } from './label-stock.ts'
import { sumPence, timesPence, type Pence } from '../money.ts'
import { packagingOf, type PackagingCode, type PrinterKind } from '../catalogue/packaging.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

/** Why printing is not possible now. The first two are the messages 1 and 2 of the device configuration (spec §5). */
export type PrintRefusal =
  | { code: 'printer_not_set'; kind: PrinterKind }
  | { code: 'device_not_connected'; kind: PrinterKind }
  | { code: 'test_print_quantity' }

/** The state of the device manager that prints a kind of document. */
interface DeviceStanding {
  connected: boolean
  /** The printers that are set; undefined until it has reported them. */
  config: Readonly<Partial<Record<PrinterKind, unknown>>> | undefined
}

/** The facts printing depends on, apart from the purchase. */
export interface PrintSituation {
  packaging: PackagingCode
  country: string
  /** Whether a customs form is among the documents: always with a parcel abroad, sometimes with a letter. */
  customs_form: boolean
  /** Different device managers may print different kinds. */
  devices: Readonly<Record<PrinterKind, DeviceStanding>>
  test: boolean
  quantity: number
  /** Labels that one item uses (`labelsUsed`). */
  labels_used: number
}

/** Postage of the user's own value costs more than £0 and less than this, in pence (spec §5, §9). */
const FRANK_PAY_BELOW = 1000_00

/** Why a shipment cannot be printed now; undefined when it can. @see spec §5 */
export function printRefusal(situation: PrintSituation): PrintRefusal | undefined {
  const { devices } = situation
  const kinds = printersFor(situation)
  const missing = kinds.find((kind) => devices[kind].config && !devices[kind].config[kind])
  if (missing) return { code: 'printer_not_set', kind: missing }
  const away = kinds.find((kind) => !devices[kind].connected || !devices[kind].config)
  if (away) return { code: 'device_not_connected', kind: away }
  return refuseTestPrint(situation) ? { code: 'test_print_quantity' } : undefined
}

/** Refuses a test print of more than one item or with more labels than allowed. @see spec §5 */
export function refuseTestPrint(
  wanted: Pick<PrintSituation, 'test' | 'quantity' | 'labels_used'>,
): Refused<'test_print_quantity'> | undefined {
  const { test, quantity, labels_used } = wanted
  const tooMany = quantity > 1 || labels_used > TEST_PRINT_LABELS
  return test && tooMany
    ? refuse('test_print_quantity', { quantity, labels_used, limit: TEST_PRINT_LABELS })
    : undefined
}

/**
 * Refuses a typed amount (frank_pay or surcharge) that is negative, or that costs £0 or at least £1000 with the fees added. Fees
 * never make up for a negative amount. @see spec §5, §9
 */
export function refuseTypedTotal(
  facts: ShipmentFacts,
  terms: { pickup_fee?: Pence },
): Refused<'frank_pay_out_of_range'> | undefined {
  const typed = facts.options.find(({ code }) => code === 'frank_pay' || code === 'surcharge')
  if (!typed) return undefined
  const { amount = 0 } = typed
  const total_charge = amount + sumPence(...askedLines(facts, terms).map((line) => line.amount))
  const inRange = amount >= 0 && total_charge > 0 && total_charge < FRANK_PAY_BELOW
  return inRange ? undefined : refuse('frank_pay_out_of_range', { total_charge, above: 0, below: FRANK_PAY_BELOW })
}

/**
 * Refuses when the balance in pence is missing, zero, or less than `price` × `labels`, where `labels` is quantity times labels
 * used. @see spec §5
 */
export function refuseFunds(
  price: Pence,
  labels: number,
  balance: Pence | undefined,
): Refused<'insufficient_funds'> | undefined {
  const cost = timesPence(price, labels)
  const has = balance ?? 0
  if (has > 0 && has >= cost) return undefined
  return refuse('insufficient_funds', { total_charge: cost, balance: has, short_by: cost - has })
}

/** The printers a shipment needs: that of its format, and the form printer for a customs form. @see spec §5 */
function printersFor({ packaging, country, customs_form }: PrintSituation): readonly PrinterKind[] {
  const { printer } = packagingOf(packaging)
  const parcelAbroad = printer === 'shipping' && !isDomestic(country)
  return parcelAbroad || customs_form ? [printer, 'form'] : [printer]
}

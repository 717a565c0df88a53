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

/** How the device manager stands that prints a kind. */
interface DeviceStanding {
  connected: boolean
  /** The printers that are set; undefined while it has told none. */
  config: Readonly<Partial<Record<PrinterKind, unknown>>> | undefined
}

/** What printing depends on, apart from the purchase. */
export interface PrintSituation {
  packaging: PackagingCode
  country: string
  /** A customs form is among the papers: always with a parcel abroad, sometimes with a letter. */
  customs_form: boolean
  /** Kinds may be printed by different device managers. */
  devices: Readonly<Record<PrinterKind, DeviceStanding>>
  test: boolean
  quantity: number
  /** Labels that one item uses (`labelsUsed`): the positions chosen, a double label counting once. */
  labels_used: number
}

/** What postage of the user's own value costs in all is more than £0 and less than this, in pence (spec §5, §9). */
const FRANK_PAY_BELOW = 1000_00

/** What keeps a shipment from the printers; undefined when nothing does. @see spec §5 */
export function printRefusal(situation: PrintSituation): PrintRefusal | undefined {
  const { devices } = situation
  const kinds = printersFor(situation)
  const missing = kinds.find((kind) => devices[kind].config && !devices[kind].config[kind])
  if (missing) return { code: 'printer_not_set', kind: missing }
  const away = kinds.find((kind) => !devices[kind].connected || !devices[kind].config)
  if (away) return { code: 'device_not_connected', kind: away }
  return refuseTestPrint(situation) ? { code: 'test_print_quantity' } : undefined
}

/** A test print of more than one item, or on more label positions than allowed. @see spec §5 */
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
 * Postage whose value the user types, as frank_pay or as a surcharge, that costs £0 or less, or £1000 or more, with the fees
 * on top of it. Fees never make up for a value below £0. @see spec §5, §9
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
 * A balance in pence that is missing, zero, or less than `price` × `labels`, where `labels` is quantity times labels
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

/** The printers a shipment needs: that of its format, and the one for forms when customs want a paper. @see spec §5 */
function printersFor({ packaging, country, customs_form }: PrintSituation): readonly PrinterKind[] {
  const { printer } = packagingOf(packaging)
  const parcelAbroad = printer === 'shipping' && !isDomestic(country)
  return parcelAbroad || customs_form ? [printer, 'form'] : [printer]
}

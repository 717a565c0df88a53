import { toPence } from '@postroom/domain/money'
import * as z from 'zod'
import { adjustCharge as adjust, type AdjustedCharge } from '../features/ledger/adjust-charge.rule.ts'
import { parseArgument, penceOf } from './administration.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'
import { formatPounds } from '../format-pounds.ts'

const CHANGE_MAX_PENCE = 100_000_00

/** Books a line of the carrier's invoice that changes what it charged for a shipment, in pounds such as 0.45 or -0.20. */
export const adjustCharge = (shipment: string, pounds: string, reference: string): Promise<Outcome> =>
  onDatabase(async (db) => {
    const change = penceOf(pounds.replace('-', '')) * (pounds.startsWith('-') ? -1 : 1)
    if (!Number.isInteger(change) || change === 0 || Math.abs(change) > CHANGE_MAX_PENCE)
      throw new Error('amount: pounds such as 0.45 or -0.20, from -100000 to 100000, not 0')
    const adjusted = await adjust(db, {
      purchase: parseArgument(z.uuid(), shipment),
      reference: parseArgument(z.string().trim().min(1).max(100), reference),
      change: toPence(change),
    })
    if (adjusted.kind === 'refused') throw new Error(REFUSALS[adjusted.reason])
    return { text: textOf(adjusted), exitCode: 0 }
  })

const REFUSALS = {
  not_bought: 'The carrier has charged nothing for this shipment.',
  reference_reused: 'This reference was booked for another shipment or amount.',
  adjustment_exceeds_charge: 'The carrier cannot give back more than it has charged.',
} as const

function textOf(adjusted: Exclude<AdjustedCharge, { kind: 'refused' }>): string {
  if (adjusted.kind === 'replayed') return 'This was booked before. Nothing is booked again.\n'
  const { to_customer, by_platform } = adjusted.shared
  return `Booked: ${formatPounds(to_customer)} to the customer, ${formatPounds(by_platform)} borne by the platform.\n`
}

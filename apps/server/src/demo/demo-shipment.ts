import { randomUUID } from 'node:crypto'
import { recordReturn } from '../features/returns/record-return.ts'
import { confirmPrint } from '../features/prints/confirm-print.ts'
import { carrierOf } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { applyOutcome } from '../features/shipments/purchase/apply-outcome.ts'
import { authorisePurchase } from '../features/shipments/purchase/authorise-purchase.ts'
import { checkDraft, draftRules } from '../features/shipments/purchase/check-draft.ts'
import { decideRequest } from '../features/shipments/purchase/decide-request.ts'
import { hashRequest, type PurchaseRequest } from '../features/shipments/purchase/purchase-request.ts'
import { voidPostage } from '../features/shipments/void/void-postage.ts'
import type { Log } from '../log.ts'
import type { Demo, Step } from './demo-context.ts'
import { draftOf } from './demo-draft.ts'
import type { DemoShipment, Fate } from './demo-rows.ts'

const HOUR_MS = 3_600_000

/** Hours from the purchase to what becomes of it. */
const PRINTED_AFTER_H = 0.01
const VOIDED_AFTER_H = 1
const RETURNED_AFTER_H = 46

const PRINTED: readonly Fate[] = ['', 'refused', 'returned']
const VOIDS: readonly Fate[] = ['voided', 'void_requested', 'refused']

const NO_FEES = { with_pickup: 'false', handling_charge: 0 } as const

/** The purchase of a demo shipment, and what became of it. */
export function lifeOf(demo: Demo, row: DemoShipment, at: Date): Step[] {
  const context = demo.contextFor(row.fate)
  const user = demo.asking(row.by)
  let id = ''
  const bought = async () => {
    const request = {
      user,
      draft: requested(demo, row, at),
      pricing: undefined,
      fees: NO_FEES,
      test: false,
      key: randomUUID(),
    }
    id = await buy(context, request)
  }
  const printed = () => confirmPrint(context, user, id)
  const voided = () => voidPostage(context, { user, shipment: id, reason: 'Bought with the wrong service' }, strict)
  const returned = () =>
    recordReturn(context, user, {
      shipment_id: id,
      reason: 'addressee_gone_away',
      action: 'correct_address',
      notes: '',
      mark_address_invalid: false,
    })
  return [
    { at, take: bought },
    ...(PRINTED.includes(row.fate) ? [{ at: hoursAfter(at, PRINTED_AFTER_H), take: printed }] : []),
    ...(VOIDS.includes(row.fate) ? [{ at: hoursAfter(at, VOIDED_AFTER_H), take: voided }] : []),
    ...(row.fate === 'returned' ? [{ at: hoursAfter(at, RETURNED_AFTER_H), take: returned }] : []),
  ]
}

/** As `buyPostage`, but the documents are not laid out first: that takes most of the time, and these can be drawn. @returns the id */
async function buy(context: Context, asked: PurchaseRequest): Promise<string> {
  const request = hashRequest(asked)
  const rules = await draftRules(context.db, request.user.organisation_id, [request.draft])
  const account = checkDraft(rules, request.draft)
  const decided = decideRequest(context, request, account)
  if (!decided.ok) throw decided.error
  const { purchase } = await authorisePurchase(context, request, decided)
  await applyOutcome(context, purchase, await carrierOf(context, account.carrier_code).purchase(purchase.id, purchase))
  return purchase.id
}

const requested = ({ address, costCenters, organisation }: Demo, row: DemoShipment, posted: Date) =>
  draftOf(
    { ...row, to: address(row.to), posted },
    { ...row, cost_center: costCenters.get(row.cost_center), account: organisation.account },
  )

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)

/** A step that fails after the hold is an error of the demo, and its transaction could not go on. */
const strict: Log = {
  info: () => {},
  warn: () => {},
  error: ({ err }: { err?: unknown }) => {
    throw err
  },
  fatal: () => {},
}

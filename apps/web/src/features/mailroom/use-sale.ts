import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { getPending, type QueuedShipment } from '@postroom/contract/shipment-pending'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { factsOf } from '@postroom/contract/shipment-facts'
import { ukDateOf } from '@postroom/domain/calendar'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { ApiError, isUnreachable } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { delay } from '../../api/delay.ts'
import { announceFailure } from '../../api/query-client.ts'
import { followPurchase, type PurchaseEnd } from '../../buying/follow-purchase.ts'
import { checkPurchase, sendPurchase } from '../../buying/purchase-attempts.ts'
import type { Attempt } from '../../buying/purchase-step.ts'
import { usePrinterCheck } from '../../buying/use-printer-check.ts'
import { useDevices } from '../../device/device-context.tsx'
import { withLabelFor } from '../../printing/label-for.ts'
import { printRefusalOf } from '../../printing/use-print-refusal.ts'
import { ratesFor } from '../../rating/rates-for.ts'
import { isTooOld, type Order, type Orders } from './rows/kept-orders.ts'
import { itemOf, soldItemOf, type QueueItem, type Work } from './rows/queue-row.ts'
import { draftFor } from './rows/row-draft.ts'
import { questionFor, rowPriceQuery, rowQuote } from './rows/row-price.ts'
import type { RowPrint } from './use-row-print.ts'

export interface Sale {
  /** Buys a row at its price and prints it. The key is its pending_id, so a repeated call buys nothing twice. */
  sell: (queued: QueuedShipment, order: Order) => Promise<void>
  /** Finds the outcome of an order whose purchase may have reached the server. */
  check: (order: Order) => Promise<void>
  /** Buys an order that was taken without a connection. */
  sellKept: (order: Order) => Promise<void>
}

const RATES_WITHIN_MS = 30_000

/** Why a row is not bought. */
class NotBought extends Error {
  readonly code: string
  constructor(code: string, why: string) {
    super(why)
    this.code = code
  }
}

/** Buying rows of the queue, several at a time. @param show keeps what became of a row */
export function useSale(orders: Orders, show: (item: QueueItem, work: Work) => void, { print }: RowPrint): Sale {
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const { account } = useBalance()
  const { settled } = useDevices()
  const { mayBuy } = usePrinterCheck()
  // a sale outlives the render that began it
  const latest = useRef({ account, mayBuy })
  useEffect(() => {
    latest.current = { account, mayBuy }
  })

  const reasonOf = (code: string, description = '') =>
    t([`mailroom.refusal.${code}`, `backendError.${code}`], { defaultValue: description || code })

  /** The draft at today's price. @throws NotBought, or as a call does */
  async function priced(queued: QueuedShipment, { grams, service }: Order) {
    const paying = latest.current.account
    if (!paying) throw new NotBought('no_account', t('shipping.no_account'))
    const today = ukDateOf(new Date())
    const question = questionFor(queued, { grams, service }, { today, account: paying })
    const { request } = question
    // the price that was shown; the request behind it may have been aborted when the operator went on to the next row
    const shown = queryClient.getQueryData(rowPriceQuery(question).queryKey)
    const rates = shown ?? (await ratesFor(question, AbortSignal.timeout(RATES_WITHIN_MS)))
    const quote = rowQuote(rates, service)
    if (!quote) {
      const [message] = rates.messages.filter((one) => one.service?.code === service)
      throw new NotBought(message?.code ?? 'no_published_price', reasonOf(message?.code ?? 'no_published_price'))
    }
    const entry = { grams, service: quote.service.code, by: paying.id, total_charge: quote.charges.total_charge }
    const draft = draftFor(queued, entry, today)
    const customs_form = customsFormFor(factsOf(request))
    const packaging = request.parcels[0]!.packaging
    const { byKind } = await settled(packagingOf(packaging).printer)
    const item = { packaging, country: request.to.country, customs_form: customs_form.form !== 'none' }
    const refusal = printRefusalOf(byKind, item)
    if (refusal) {
      const kind = 'kind' in refusal ? t(`printing.kind.${refusal.kind}`) : ''
      throw new NotBought(refusal.code, t(`printing.refusal.${refusal.code}`, { kind }))
    }
    const labelled = withLabelFor(draft, (kind) => byKind[kind].config?.[kind])
    if (!(await latest.current.mayBuy({ ...labelled, parcels: request.parcels, customs_form })))
      throw new NotBought('printer_refuses', t('mailroom.printer_refuses'))
    return labelled
  }

  async function sell(queued: QueuedShipment, order: Order, isLate = false): Promise<void> {
    const item = { ...itemOf(queued), grams: order.grams, service: order.service ?? queued.shipment.service }
    orders.keep(order)
    if (!navigator.onLine) return show(item, { step: 'kept' })
    show(item, { step: 'buying' })
    try {
      const draft = await priced(queued, order)
      orders.keep({ ...order, sent: true })
      const bought = { ...item, service: draft.service, pence: draft.charges?.total_charge }
      show(bought, { step: 'buying' })
      await follow(bought, order.code, () => sendPurchase(draft, order.pending_id))
    } catch (cause) {
      // the server answers before the workstation is back: the next answer tries again
      const isTooEarly = isLate && cause instanceof NotBought && cause.code === 'device_not_connected'
      if (isTooEarly || isUnreachable(cause)) return show(item, { step: 'kept' })
      if (cause instanceof ApiError && cause.status === 401) return announceFailure(cause)
      orders.drop(order.code)
      if (cause instanceof NotBought) show(item, { step: 'refused', code: cause.code, why: cause.message })
      else if (cause instanceof ApiError)
        show(item, { step: 'refused', code: cause.code ?? '', why: reasonOf(cause.code ?? '', cause.message) })
      else throw cause
    }
  }

  async function follow(item: QueueItem, code: string, attempt: () => Promise<Attempt>): Promise<void> {
    const end = await followPurchase(attempt, { now: () => performance.now(), random: Math.random, wait: delay })
    for (const noun of ['balance', 'shipments', 'pending']) void queryClient.invalidateQueries({ queryKey: [noun] })
    switch (end.next) {
      case 'confirming':
        return show(item, { step: 'unknown' })
      case 'refused': {
        const { code: reason, description } = end.refusal
        if (isOver(end)) orders.drop(code)
        return show(item, { step: 'refused', code: reason, why: reasonOf(reason, description) })
      }
      case 'bought':
        orders.bought(code, end.shipment.id)
        return print(item, end.shipment)
    }
  }

  async function check(order: Order): Promise<void> {
    const { code, pending_id, shipment_id: id } = order
    if (id !== undefined) return showBought(code, pending_id, id)
    const first = await checkPurchase(pending_id)
    // it never arrived; its key still buys it once
    if (first.kind === 'refused' && first.status === 404) return sellKept(order)
    const end = await followPurchase(
      nextOf(first, () => checkPurchase(pending_id)),
      { now: () => performance.now(), random: Math.random, wait: delay },
    )
    if (end.next !== 'bought') return isOver(end) ? orders.drop(code) : undefined
    orders.bought(code, end.shipment.id)
    showSold(code, pending_id, end.shipment)
  }

  async function showBought(code: string, pendingId: string, id: string): Promise<void> {
    try {
      const shipment = await call(getShipment, { params: { id } })
      if (shipment.status === 'bought') showSold(code, pendingId, shipment)
      else orders.drop(code)
    } catch (cause) {
      if (!(cause instanceof ApiError) && !isUnreachable(cause)) throw cause
      // without an answer it is asked again with the next change of the queue
      if (cause instanceof ApiError && cause.status === 404) orders.drop(code)
    }
  }

  /** After a reload nothing prints by itself: the operator may be elsewhere. */
  function showSold(code: string, pendingId: string, shipment: Shipment): void {
    const item = soldItemOf(code, pendingId, shipment)
    if (shipment.print_state === 'printed') show(item, { step: 'printed', shipment })
    else
      show(item, {
        step: 'not_printed',
        shipment,
        why: t('mailroom.interrupted'),
        uncertain: shipment.print_state !== 'not_printed',
      })
  }

  async function sellKept(order: Order): Promise<void> {
    try {
      const queued = await call(getPending, { params: { pending_id: order.pending_id } })
      if (!isTooOld(order, Date.now())) return await sell(queued, order, true)
      orders.drop(order.code)
      const day = new Date(order.at).toLocaleDateString(i18n.language, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
      })
      show(itemOf(queued), { step: 'refused', code: 'weighed_too_long_ago', why: t('mailroom.too_old', { day }) })
    } catch (cause) {
      if (!(cause instanceof ApiError) && !isUnreachable(cause)) throw cause
      // sold or given up by a colleague
      if (cause instanceof ApiError && cause.status === 404) orders.drop(order.code)
    }
  }
  return { sell, check, sellKept }
}

/** Whether nothing more becomes of a purchase. One that met an expired session is still open. */
const isOver = (end: PurchaseEnd): boolean =>
  end.next === 'refused' && !(end.keepKey && end.refusal.code === 'session_expired')

/** Attempts of which the first was already made. */
function nextOf(first: Attempt, again: () => Promise<Attempt>): () => Promise<Attempt> {
  let given: Attempt | undefined = first
  return () => {
    const now = given ? Promise.resolve(given) : again()
    given = undefined
    return now
  }
}

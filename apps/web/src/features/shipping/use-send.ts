import type { DocumentVerdict } from '@postroom/contract/device-messages'
import type { RateQuote } from '@postroom/contract/rate'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { factsOf } from '@postroom/contract/shipment-facts'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { printRefusal, type PrintRefusal } from '@postroom/domain/media/printing-rules'
import { useEffect, useRef, useState } from 'react'
import { useBalance } from '../../accounts/balance-queries.ts'
import { ApiError, isUnreachable } from '../../api/api-error.ts'
import { announceFailure } from '../../api/query-client.ts'
import { useDevices } from '../../device/device-context.tsx'
import type { Device } from '../../device/device-line.tsx'
import { i18next } from '../../i18n.ts'
import { onItsPaper } from '../../printing/label-for.ts'
import { useTestPrint, type TestPrint } from '../../printing/use-test-print.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { formErrorOf } from '../../forms/form-error.ts'
import { formNameOf } from '../../item-form/form-names.ts'
import { quoteOf } from '../../rating/merge-rates.ts'
import { draftOf, type ShippingForm } from '../../item-form/shipping-form.ts'
import { useBuyAndPrint, type BuyAndPrint } from '../../buying/use-buy-and-print.ts'
import { usePaperCheck } from '../../buying/use-paper-check.ts'
import { useRates, type RatesState } from '../../rating/use-rates.ts'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { ratingFailure } from '../../rating/why-no-price.tsx'

/** Why buying is not possible now, told before the button is pressed. @see spec §5 */
type Block =
  | { code: 'no_account' }
  | { code: 'balance_unknown'; retry: () => void }
  | { code: 'insufficient_funds'; balance: number; total: number }
  | { code: 'printing'; refusal: PrintRefusal }

export interface Send extends Omit<BuyAndPrint, 'buyAndPrint'> {
  rating: RatesState
  quote: RateQuote | undefined
  block: Block | undefined
  /** What the printers said of the papers to come when buying was last asked for, unless they fit. */
  doubts: readonly DocumentVerdict[]
  isBlocked: boolean
  isBusy: boolean
  /** Pence on hold. */
  held: number
  test: TestPrint
  /** A test print costs nothing, but needs a printer and a service as a real one does. */
  canTest: boolean
  /** The shipment whose real label is shown in place of the sketch. */
  documentShown: Shipment | undefined
  buy: () => void
  testPrint: () => void
}

/** Prices, checks, purchase and print of the shipment in the form. */
export function useSend(shipping: ReturnType<typeof useShippingForm>): Send {
  const { form, request, service } = shipping
  const { byKind } = useDevices()
  const { account, balance, isPending, isError, retry } = useBalance()
  const [round, setRound] = useState(0)
  const rating = useRates({ request, service, pricing: account?.pricing ?? 'online', round }, tellRatingFailure)
  const quote = quoteOf(rating.rates, service)
  const test = useTestPrint()
  const sending = useBuyAndPrint(shipping.startAnew)
  const { purchase } = sending.buying
  const papers = usePaperCheck()
  const isBusy = papers.isAsking || purchase.phase === 'buying' || sending.isPrinting

  const customs_form = request && customsFormFor(factsOf(request))
  const refusal = printRefusal({
    packaging: shipping.facts.packaging,
    country: shipping.to.country,
    customs_form: customs_form !== undefined && customs_form.form !== 'none',
    devices: {
      mailing: standingOf(byKind.mailing),
      shipping: standingOf(byKind.shipping),
      form: standingOf(byKind.form),
    },
    test: false,
    quantity: 1,
    labels_used: 1,
  })
  const total = quote?.charges.total_charge ?? 0
  const hasAccount = isPending || account !== undefined
  const block: Block | undefined =
    isError && !balance
      ? { code: 'balance_unknown', retry }
      : blockOf({ hasAccount, balance: balance?.balance, total, refusal })
  // what is not seen to its end yet must not be bought a second time
  const isOpen = purchase.phase === 'bought' || purchase.phase === 'checking'
  const isBlocked = block !== undefined || isOpen

  useRefusalInForm(sending.buying, form, () => setRound((before) => before + 1))

  const submit = (act: (draft: ShipmentDraftInput) => Promise<void>) => () =>
    void form.handleSubmit(async (values) => {
      if (!quote || !account || rating.isPending) return
      const draft = draftOf(values, { service: quote.service.code, by: account.id, total_charge: total })
      await act(onItsPaper(draft, (kind) => byKind[kind].config?.[kind]))
    })()
  const buy = submit(async (draft) => {
    if (request && customs_form && (await papers.mayBuy({ ...draft, parcels: request.parcels, customs_form })))
      await sending.buyAndPrint(draft)
  })
  const testPrint = submit((draft) => test.testPrint(draft).catch(tellTestFailure))

  useCtrlEnter(() => {
    if (!isBlocked && !isBusy) buy()
  })
  const documentShown = purchase.phase === 'bought' ? purchase.shipment : request ? undefined : sending.printed
  const canTest = quote !== undefined && refusal === undefined
  const held = balance?.held ?? 0
  const doubts = papers.doubts
  return {
    ...sending,
    rating,
    quote,
    block,
    doubts,
    isBlocked,
    isBusy,
    held,
    test,
    canTest,
    documentShown,
    buy,
    testPrint,
  }
}

const standingOf = ({ state, config }: Device) => ({ connected: state === 'connected', config })

function blockOf(given: {
  hasAccount: boolean
  balance: number | undefined
  total: number
  refusal: PrintRefusal | undefined
}): Block | undefined {
  const { hasAccount, balance, total, refusal } = given
  if (!hasAccount) return { code: 'no_account' }
  if (balance !== undefined && (balance <= 0 || balance < total)) return { code: 'insufficient_funds', balance, total }
  return refusal && { code: 'printing', refusal }
}

/** Shows what the server has against a field at that field, and asks for the prices again when they have changed. */
function useRefusalInForm(
  { purchase }: BuyAndPrint['buying'],
  form: ReturnType<typeof useShippingForm>['form'],
  rateAgain: () => void,
): void {
  const refusal = purchase.phase === 'refused' ? purchase.refusal : undefined
  const parts = useRef({ form, rateAgain })
  useEffect(() => {
    parts.current = { form, rateAgain }
  })
  useEffect(() => {
    if (!refusal) return
    for (const field of refusal.fields ?? []) {
      const name = formNameOf(field)
      if (name) parts.current.form.setError(name as keyof ShippingForm, formErrorOf(field, 'server'))
    }
    if (refusal.code === 'price_changed') parts.current.rateAgain()
  }, [refusal])
}

/** Spec §8: a rating failure is a notification with the server's message. */
function tellRatingFailure(cause: unknown): void {
  if (cause instanceof ApiError && cause.code === 'session_expired') return announceFailure(cause)
  const { t } = i18next
  showToast({
    tone: 'error',
    text: t('common.about', { what: t('shipping.rating_error'), text: ratingFailure(cause, t) }),
  })
}

/** As any refusal; and silence too, which nothing else on the page would tell. */
function tellTestFailure(cause: unknown): void {
  announceFailure(cause)
  if (isUnreachable(cause)) showToast({ tone: 'error', text: i18next.t('printing.refusal.server_unreachable') })
}

function useCtrlEnter(act: () => void): void {
  const current = useRef(act)
  useEffect(() => {
    current.current = act
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      current.current()
    }
    // before the controls, some of which keep their keys to themselves
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [])
}

import type { DocumentVerdict } from '@postroom/contract/device-messages'
import type { RateQuote } from '@postroom/contract/rate'
import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { factsOf } from '@postroom/contract/shipment-facts'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { useState } from 'react'
import { useBalance } from '../accounts/balance-queries.ts'
import { isUnreachable } from '../api/api-error.ts'
import { announceFailure } from '../api/query-client.ts'
import { buyingBlock, type BuyingBlock } from '../buying/buying-block.ts'
import { useBuyAndPrint, type BuyAndPrint, type PreparedPurchase } from '../buying/use-buy-and-print.ts'
import { usePrinterCheck } from '../buying/use-printer-check.ts'
import { useRefusalInForm } from '../buying/use-refusal-in-form.ts'
import { useDevices } from '../device/device-context.tsx'
import { i18next } from '../i18n.ts'
import { optionsOf } from '../item-form/service-choice.ts'
import { draftOf, type Facts, type ShippingForm } from '../item-form/shipping-form.ts'
import type { useShippingForm } from '../item-form/use-shipping-form.ts'
import { withLabelFor } from '../printing/label-for.ts'
import { isConnecting, usePrintRefusal } from '../printing/use-print-refusal.ts'
import { useTestPrint, type TestPrint } from '../printing/use-test-print.ts'
import { quoteOf } from '../rating/merge-rates.ts'
import { suggestionIn, type Suggestion } from '../rating/suggestion.ts'
import { useRates, type RatesState } from '../rating/use-rates.ts'
import { showToast } from '../ui/toast-queue.ts'
import { useRetryOnline } from './use-retry-online.ts'
import { focusReason, useWaitToBuy } from './use-wait-to-buy.ts'

export interface Send {
  rating: RatesState
  /** The chosen or suggested service. It may not be offered. */
  service: ServiceCode | undefined
  suggestion: Suggestion | undefined
  quote: RateQuote | undefined
  sending: BuyAndPrint
  test: TestPrint
  block: BuyingBlock | undefined
  /** Why printers may not be able to print the documents, checked before the last attempt to buy. */
  doubts: readonly DocumentVerdict[]
  /** Pence on hold. */
  held: number
  isBuying: boolean
  /** Buy was pressed and waits for what is still loading. */
  isWaiting: boolean
  /** The price in pence that came after Buy was pressed, when it is another than the one shown then. */
  changedTo: number | undefined
  /** Whether a test print is possible. It is free, but needs a printer and a service. */
  canTest: boolean
  /** The shipment whose real documents replace the sketch. */
  documentShown: Shipment | undefined
  buy: () => void
  /** Asks for the prices again. */
  rateAgain: () => void
  testPrint: () => void
}

/** Prices, checks, purchase and print of the shipment in the form. @param prepared the shipment of the queue that it is */
export function useSend(shipping: ReturnType<typeof useShippingForm>, prepared?: PreparedPurchase): Send {
  const { form, request, facts, lastUsed } = shipping
  const { byKind } = useDevices()
  const money = useBalance()
  const { account } = money
  const [round, setRound] = useState(0)
  const rateAgain = () => setRound((before) => before + 1)
  const chosen = chosenIn(facts)
  const rating = useRates(
    request && { request, chosen, account: account && { id: account.id, pricing: account.pricing } },
    round,
  )
  const suggestion = facts.service === '' ? suggestionIn(rating.rates, lastUsed.service) : undefined
  const service = facts.service || suggestion?.service
  const quote = quoteOf(rating.rates, service)
  const total = quote?.charges.total_charge ?? 0

  const customs_form = request && customsFormFor(factsOf(request))
  const printRefusal = usePrintRefusal({
    packaging: facts.packaging,
    country: facts.country,
    customs_form: customs_form !== undefined && customs_form.form !== 'none',
  })
  const block = buyingBlock(money, total, printRefusal)

  const isLoading = rating.isPending || (!account && money.isPending) || isConnecting(byKind, printRefusal)
  const test = useTestPrint()
  const printers = usePrinterCheck()
  const sending = useBuyAndPrint(shipping.startAnew)
  const { purchase } = sending.buying
  const isBuying = printers.isAsking || prepared?.isKeeping || purchase.phase === 'buying'
  // a purchase whose outcome is open must not be sent as a new one
  const isOpen = (purchase.phase === 'bought' && purchase.resumed) || purchase.phase === 'checking'
  useRefusalInForm(sending.buying, form, rateAgain)
  useRetryOnline(rating.failure !== undefined, rateAgain)

  const draftIn = (values: ShippingForm): ShipmentDraftInput | undefined => {
    if (!quote || !account || rating.isPending) return undefined
    const draft = draftOf(values, { service: quote.service.code, by: account.id, total_charge: total })
    return withLabelFor(draft, (kind) => byKind[kind].config?.[kind])
  }
  async function buyNow(draft: ShipmentDraftInput): Promise<void> {
    if (!request || !customs_form) return
    if (!(await printers.mayBuy({ ...draft, parcels: request.parcels, customs_form }))) return
    const origin = draft.customs?.contents_items?.at(-1)?.origin_country
    lastUsed.keep({ packaging: facts.packaging, service: draft.service, country: facts.country, origin })
    await sending.buyAndPrint(draft, prepared)
  }
  const waiting = useWaitToBuy({
    isReady: !isLoading && !sending.isPrinting,
    isFilling: shipping.isFilling,
    request,
    total: quote && total,
    buy: () => press(),
  })
  /** Buys, or waits for the form, the prices, the account or the printer, or moves the focus to the reason why it cannot. */
  const press = () => {
    if (shipping.isFilling) return waiting.start()
    void form.handleSubmit(async (values) => {
      if (isBuying) return
      if (isLoading || sending.isPrinting) return waiting.start()
      const draft = draftIn(values)
      if (isOpen || block || !draft) return focusReason()
      await buyNow(draft)
    })()
  }

  return {
    rating,
    service,
    suggestion,
    quote,
    sending,
    test,
    block,
    doubts: printers.doubts,
    held: money.balance?.held ?? 0,
    isBuying,
    isWaiting: waiting.isWaiting,
    changedTo: waiting.changedTo,
    canTest: quote !== undefined && printRefusal === undefined,
    documentShown: request ? undefined : sending.result,
    buy: press,
    rateAgain,
    testPrint: () =>
      void form.handleSubmit(async (values) => {
        const draft = draftIn(values)
        if (draft) await test.testPrint(draft).catch(notifyTestFailure)
      })(),
  }
}

/** The service that the user has chosen, with its options; undefined while its amount cannot be read. */
function chosenIn(facts: Facts) {
  const options = facts.service && optionsOf(facts.service, facts)
  return facts.service && options ? { service: facts.service, options } : undefined
}

/** Announces a refusal, and an unreachable server, which nothing else on this page reports. */
function notifyTestFailure(cause: unknown): void {
  announceFailure(cause)
  if (isUnreachable(cause)) showToast({ tone: 'error', text: i18next.t('printing.refusal.server_unreachable') })
}

import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { customsFormFor } from '@postroom/domain/customs/customs-rules'
import { factsOf } from '@postroom/contract/shipment-facts'
import { labelsUsed } from '@postroom/domain/media/label-stock'
import { refuseTestPrint } from '@postroom/domain/media/printing-rules'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useBalance } from '../../accounts/balance-queries.ts'
import { announceFailure } from '../../api/query-client.ts'
import { buyingBlock } from '../../buying/buying-block.ts'
import { useBuyAndPrint } from '../../buying/use-buy-and-print.ts'
import { usePrinterCheck } from '../../buying/use-printer-check.ts'
import { useDevices } from '../../device/device-context.tsx'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { useLastUsed } from '../../item-form/last-used.ts'
import { useToday } from '../../item-form/use-today.ts'
import { usePrintRefusal } from '../../printing/use-print-refusal.ts'
import { useTestPrint } from '../../printing/use-test-print.ts'
import { quoteOf } from '../../rating/merge-rates.ts'
import { suggestionIn } from '../../rating/suggestion.ts'
import { useRates } from '../../rating/use-rates.ts'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { defaultStock, letterStock } from '../../mailing/letter-stocks.ts'
import { defaultSlogan, letterReturnAddress, useMailing } from '../../mailing/use-mailing.ts'
import {
  emptyLetters,
  letterRequest,
  lettersDraft,
  lettersFormSchema,
  optionsFor,
  quantityFrom,
  type LettersForm,
} from './letters-form.ts'
import { positionOf } from './sheet/sheet-places.ts'
import { focusReason, useWaitToBuy } from '../../sending/use-wait-to-buy.ts'
import { useLettersDraft } from './use-letters-draft.ts'
import { useSender } from './use-sender.ts'
import { useSheet } from './sheet/use-sheet.ts'

const resolver = contractResolver<LettersForm>(lettersFormSchema)

/** The form, prices, sheet, purchase and print of the page. */
export function useLetters() {
  const today = useToday()
  const { byKind } = useDevices()
  const form = useForm<LettersForm>({
    resolver,
    defaultValues: emptyLetters(today, ''),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  })
  const values = useWatch({ control: form.control }) as LettersForm
  const { getValues, setValue } = form
  useEffect(() => {
    // the page may stay open past midnight
    if (getValues('shipping_date') < today) setValue('shipping_date', today)
  }, [today, getValues, setValue])

  const mailing = useMailing()
  const preferred = mailing.applies.sheet
  const label_name = values.label_name || preferred?.letters
  const stock = label_name ? letterStock(label_name) : defaultStock(byKind.mailing.config?.mailing)
  const sheet = useSheet(stock, preferred?.letters === stock.name ? preferred : undefined)
  const slogan = defaultSlogan(mailing.applies, today)
  const return_address = letterReturnAddress(mailing.applies)
  const begun = useRef({ slogan: '', return_address: '' })
  useEffect(() => {
    const preferences = { slogan, return_address }
    // what the user has typed, or a draft has, stays
    for (const name of ['slogan', 'return_address'] as const)
      if (getValues(name) === begun.current[name]) setValue(name, preferences[name])
    begun.current = preferences
  }, [slogan, return_address, setValue, getValues])
  const { from, isSenderLoading, isSenderUnknown } = useSender()

  const money = useBalance()
  const { account } = money
  const [round, setRound] = useState(0)
  const request = letterRequest(values, from)
  const chosen = values.service ? { service: values.service, options: optionsFor(values.service) } : undefined
  const rating = useRates(
    request && { request, chosen, account: account && { id: account.id, pricing: account.pricing } },
    round,
  )
  const lastUsed = useLastUsed('GB')
  const suggestion = values.service ? undefined : suggestionIn(rating.rates, lastUsed.service)
  const service = values.service || suggestion?.service
  const quote = quoteOf(rating.rates, service)

  const isRoll = stock.roll !== undefined
  const quantity = isRoll ? quantityFrom(values.quantity) : 1
  const positions = isRoll ? [] : sheet.chosen.map((place) => positionOf(stock, place))
  const hasPlaces = isRoll || positions.length > 0
  const each = labelsUsed({ positions, stock, surcharge: false })
  const labels = hasPlaces && quantity !== undefined ? quantity * each : 0
  const total = (quote?.charges.total_charge ?? 0) * labels

  const printRefusal = usePrintRefusal({ packaging: values.packaging, country: 'GB', customs_form: false })
  const block = buyingBlock(money, total, printRefusal)
  const test = useTestPrint()
  const [testRefusal, setTestRefusal] = useState(false)
  const printers = usePrinterCheck()
  const sending = useBuyAndPrint(
    // what was bought is no draft any more
    () => form.reset({ ...getValues(), quantity: '1' }),
    (shipment) => sheet.markUsed(letterStock(shipment.meta_data.label_name), shipment, today),
  )
  const { purchase } = sending.buying
  const isBusy = printers.isAsking || purchase.phase === 'buying' || sending.isPrinting
  // the form stays filled in, so a purchase that is open or not printed yet must not be sent as a new one
  const isBlocked =
    block !== undefined || isSenderUnknown || purchase.phase === 'bought' || purchase.phase === 'checking'
  const isPriceChanged = purchase.phase === 'refused' && purchase.refusal.code === 'price_changed'
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- asks for the prices again, once for each refusal
    if (isPriceChanged) setRound((before) => before + 1)
  }, [isPriceChanged])

  const draftIn = (typed: LettersForm): ShipmentDraftInput | undefined => {
    if (!quote || !account || !from || rating.isPending || labels === 0 || quantity === undefined) return undefined
    const { total_charge } = quote.charges
    const by = account.id
    return lettersDraft(typed, { service: quote.service.code, by, total_charge, from, stock, positions, quantity })
  }
  async function buyNow(draft: ShipmentDraftInput): Promise<void> {
    setTestRefusal(false)
    if (!request) return
    const wanted = { ...draft, parcels: request.parcels, customs_form: customsFormFor(factsOf(request)) }
    if (!(await printers.mayBuy(wanted))) return
    lastUsed.keep({ packaging: values.packaging, service: draft.service, country: 'GB' })
    await sending.buyAndPrint(draft)
  }
  const isLoading = rating.isPending || isSenderLoading || (!account && money.isPending)
  const waiting = useWaitToBuy({
    isReady: !isLoading,
    // a sender that arrives meanwhile changes nothing that the user chose
    request: letterRequest(values, undefined),
    total: quote && total,
    buy: () => buy(),
  })
  /** Buys, or waits for what is still loading, or moves the focus to the reason why it cannot. */
  const buy = () =>
    void form.handleSubmit(async (typed) => {
      if (isBusy) return
      if (isLoading && !isBlocked) return waiting.start()
      const draft = draftIn(typed)
      if (isBlocked || !draft) return focusReason()
      await buyNow(draft)
    })()
  const testPrint = () =>
    void form.handleSubmit(async (typed) => {
      const draft = draftIn(typed)
      if (!draft) return
      const isRefused = refuseTestPrint({ test: true, quantity: quantity ?? 1, labels_used: each }) !== undefined
      setTestRefusal(isRefused)
      if (!isRefused) await test.testPrint(draft).catch(announceFailure)
    })()
  useShortcut('buy', buy)
  const draft = useLettersDraft(form, purchase)

  return {
    form,
    values,
    today,
    stock,
    isRoll,
    sheet,
    from,
    isSenderUnknown,
    rating,
    rateAgain: () => setRound((before) => before + 1),
    service,
    suggestion,
    quote,
    labels,
    total,
    sending,
    draft,
    /** Buy was pressed and waits for what is still loading. */
    isWaiting: waiting.isWaiting,
    changedTo: waiting.changedTo,
    test,
    testRefusal,
    block,
    doubts: printers.doubts,
    held: money.balance?.held ?? 0,
    isBusy,
    isBlocked,
    canTest: quote !== undefined && printRefusal === undefined && labels > 0,
    buy,
    testPrint,
    chooseStock: (name: string) => {
      setValue('label_name', name)
      setTestRefusal(false)
    },
  }
}
export type Letters = ReturnType<typeof useLetters>

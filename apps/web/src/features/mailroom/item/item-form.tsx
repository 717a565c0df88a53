import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { isDeclared as crossesBorder } from '@postroom/domain/customs/customs-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToCard } from '../../../addresses/to-card.tsx'
import type { BuyPostage } from '../../../buying/use-buy-postage.ts'
import { CustomsCard } from '../../../customs/customs-card.tsx'
import { FactsLine } from '../../../facts-line/facts-line.tsx'
import { FormErrors } from '../../../item-form/form-errors.tsx'
import { preparedForm } from '../../../item-form/prepared-item.ts'
import { useToday } from '../../../item-form/use-today.ts'
import { useShippingForm } from '../../../item-form/use-shipping-form.ts'
import { WhatCard } from '../../../item-form/what-card.tsx'
import page from '../../../sending/form-page.module.css'
import { PhoneBar } from '../../../sending/phone-bar.tsx'
import { SummaryCard } from '../../../sending/summary-card.tsx'
import { useSend } from '../../../sending/use-send.ts'
import { ServiceCard } from '../../../services/service-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useShortcut } from '../../../shortcuts/use-shortcut.ts'
import { useClaim } from '../use-claim.ts'
import css from './item-page.module.css'
import { OrderNotice } from './order-notice.tsx'
import { queuedQuery } from './queued-query.ts'
import { usePrepared } from './use-prepared.ts'

/** The form of the shipping page, filled in with what the sender gave. */
export function ItemForm({ queued, onAgain }: { queued: QueuedShipment; onAgain: () => void }) {
  const { t } = useTranslation()
  const today = useToday()
  const [prepared] = useState(() => preparedForm(queued, today))
  const shipping = useShippingForm(today, { prepared })
  const own = usePrepared(queued, shipping)
  const send = useSend(shipping, own.prepared)
  useShortcut('buy', send.buy)
  useClaimWhileTyping(queued, shipping)
  useFreshAfterRefusal(queued.code, send.sending.buying.purchase)
  const { form, facts } = shipping
  const { errors } = form.formState

  return (
    <>
      <div aria-live="polite" className={css.notices}>
        {queued.problem !== '' && (
          <Notice tone="warn" title={queued.problem}>
            {t('mailroom.item.problem')}
          </Notice>
        )}
        {queued.order && <OrderNotice queued={queued} order={queued.order} onAccepted={onAgain} />}
        {queued.note !== '' && <Notice title={t('mailroom.item.note')}>{queued.note}</Notice>}
        {own.conflict !== undefined && (
          <Notice
            tone="error"
            title={t('mailroom.item.not_bought')}
            action={<Button onPress={onAgain}>{t('mailroom.item.again')}</Button>}
          >
            {t([`mailroom.item.conflict.${own.conflict}`, `backendError.${own.conflict}`])}
          </Notice>
        )}
        <FormErrors control={form.control} facts={facts} />
      </div>
      <div className={page.columns}>
        <form className={page.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <ToCard
            form={form}
            hasErrors={'to' in errors}
            onCountry={shipping.changeCountry}
            onKnown={shipping.askWeight}
          />
          <WhatCard
            control={form.control}
            facts={facts}
            lastUsed={undefined}
            onPackaging={shipping.choosePackaging}
            onFormats={shipping.settlePackaging}
          />
          {crossesBorder(facts) && <CustomsCard control={form.control} facts={facts} />}
          <ServiceCard
            control={form.control}
            facts={facts}
            today={today}
            rating={send.rating}
            chosen={send.service}
            suggestion={send.suggestion}
            lastUsed={shipping.lastUsed.service}
            onChoose={shipping.chooseService}
            onExtra={shipping.chooseExtra}
            onDay={(day) => form.setValue('shipping_date', day)}
          />
          <FactsLine form={form} today={today} sender={facts.sender} isSenderKnown onSender={shipping.sender.touch} />
        </form>
        <aside className={page.summary} aria-label={t('shipping.summary')}>
          <SummaryCard
            shipping={shipping}
            send={send}
            otherAct={
              <Button variant="link" isDisabled={send.isBuying} onPress={own.saveOnly}>
                {t('mailroom.item.save')}
              </Button>
            }
          />
        </aside>
      </div>
      <PhoneBar quote={send.quote} isBuying={send.isBuying} isWaiting={send.isWaiting} onBuy={send.buy} />
    </>
  )
}

/** Claims the shipment when the page opens, and as long as the operator changes it; the weight is what they know and the sender did not. */
function useClaimWhileTyping(
  { pending_id }: QueuedShipment,
  { form, askWeight }: ReturnType<typeof useShippingForm>,
): void {
  const renew = useRef<() => void>(undefined)
  const renewClaim = useClaim(pending_id, () => false)
  useEffect(() => {
    renew.current = renewClaim
  })
  useEffect(() => {
    askWeight()
    return form.subscribe({ formState: { values: true }, callback: () => renew.current?.() })
  }, [form, askWeight])
}

/** A shipment that the carrier rejects comes back to the queue under another id; one that a colleague has bought does not. */
function useFreshAfterRefusal(code: string, { phase }: BuyPostage['purchase']): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (phase === 'refused') void queryClient.invalidateQueries(queuedQuery(code))
  }, [phase, code, queryClient])
}

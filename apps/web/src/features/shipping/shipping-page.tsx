import { isDeclared as crossesBorder } from '@postroom/domain/customs/customs-rules'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ToCard } from '../../addresses/to-card.tsx'
import { useKeepAddressee } from '../../addresses/use-keep-addressee.ts'
import { ResultCard } from '../../buying/result-card.tsx'
import { CustomsCard } from '../../customs/customs-card.tsx'
import { FormErrors } from '../../item-form/form-errors.tsx'
import { HandedOver, HandOverDialog } from './hand-over.tsx'
import { ServiceCard } from '../../services/service-card.tsx'
import { PhoneBar } from '../../sending/phone-bar.tsx'
import { FactsLine } from '../../facts-line/facts-line.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import page from '../../sending/form-page.module.css'
import css from './shipping-page.module.css'
import { SummaryCard } from '../../sending/summary-card.tsx'
import { DraftNotice } from '../../drafts/draft-notice.tsx'
import { useItemDraft } from '../../sending/use-item-draft.ts'
import { useChosenAddressee } from './use-chosen-addressee.ts'
import { useHandOver } from './use-hand-over.ts'
import { useSend } from '../../sending/use-send.ts'
import { useToday } from '../../item-form/use-today.ts'
import { askedIn, useShippingForm } from '../../item-form/use-shipping-form.ts'
import { WhatCard } from '../../item-form/what-card.tsx'

/** Sends one item: addresses, item, options, price and label. */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const today = useToday()
  const shipping = useShippingForm(today, askedIn(search))
  const send = useSend(shipping)
  useShortcut('buy', send.buy)
  useChosenAddressee(shipping)
  const { purchase } = send.sending.buying
  const draft = useItemDraft('shipping', shipping, purchase)
  const keep = useKeepAddressee(purchase.phase === 'bought' && !purchase.resumed ? purchase.shipment : undefined)
  const handOver = useHandOver(shipping)
  const { form, facts } = shipping
  const { errors } = form.formState
  const isLetter = packagingOf(facts.packaging).printer === 'mailing'

  return (
    <Page title={t(isLetter ? 'shipping.title_letter' : 'shipping.title_parcel')}>
      <DraftNotice offer={draft} />
      <HandedOver handOver={handOver} />
      <div className={css.problems}>
        <FormErrors control={form.control} facts={facts} />
      </div>
      <div className={page.columns}>
        <form className={page.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <ResultCard sending={send.sending} onSendAnother={shipping.sendAnother} />
          <div>
            <ToCard
              key={shipping.round}
              form={form}
              hasErrors={'to' in errors}
              onCountry={shipping.changeCountry}
              onKnown={shipping.askWeight}
              keep={keep}
            />
            <div aria-live="polite" className={css.below}>
              {shipping.cleared && (
                <Notice
                  action={
                    <Button variant="link" onPress={shipping.undoCountry}>
                      {t('shipping.undo')}
                    </Button>
                  }
                >
                  {t('shipping.country_changed')}
                </Notice>
              )}
            </div>
          </div>
          <WhatCard
            control={form.control}
            facts={facts}
            lastUsed={shipping.lastUsed.packaging}
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
          <FactsLine
            key={shipping.round}
            form={form}
            today={today}
            sender={facts.sender}
            isSenderKnown={shipping.sender.isKnown}
            onSender={shipping.sender.touch}
          />
        </form>
        <aside className={page.summary} aria-label={t('shipping.summary')}>
          <SummaryCard
            shipping={shipping}
            send={send}
            otherAct={
              <Button variant="link" isDisabled={send.isBuying} onPress={() => void handOver.begin()}>
                {t('shipping.hand_over.act')}
              </Button>
            }
          />
        </aside>
      </div>
      <PhoneBar quote={send.quote} isBuying={send.isBuying} isWaiting={send.isWaiting} onBuy={send.buy} />
      <HandOverDialog handOver={handOver} />
    </Page>
  )
}

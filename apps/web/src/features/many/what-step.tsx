import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { FormErrors } from '../../item-form/form-errors.tsx'
import { FactsLine } from '../../facts-line/facts-line.tsx'
import { optionsOf } from '../../item-form/service-choice.ts'
import type { ShippingForm } from '../../item-form/shipping-form.ts'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { WhatCard } from '../../item-form/what-card.tsx'
import { suggestionIn } from '../../rating/suggestion.ts'
import { useRates } from '../../rating/use-rates.ts'
import { ServiceCard } from '../../services/service-card.tsx'
import { Button } from '../../ui/button.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import css from './many-page.module.css'
import type { ReadRow } from './addressees/rows.ts'

/** What every row is sent as. */
export interface Choices {
  form: ShippingForm
  service: ServiceCode
}

/** The choices for all rows. Prices are those of the first row; the next step has the price of each. */
export function WhatStep(props: {
  shipping: ReturnType<typeof useShippingForm>
  today: string
  first: ReadRow
  count: number
  onBack: () => void
  onContinue: (choices: Choices) => void
}) {
  const { shipping, today, first, count, onBack, onContinue } = props
  const { form, request, facts, lastUsed, askWeight } = shipping
  const { t } = useTranslation()
  const { account } = useBalance()
  const options = facts.service === '' ? undefined : optionsOf(facts.service, facts)
  const chosen = facts.service !== '' && options ? { service: facts.service, options } : undefined
  const rating = useRates(
    request && { request, chosen, account: account && { id: account.id, pricing: account.pricing } },
    0,
  )
  const suggestion = facts.service === '' ? suggestionIn(rating.rates, lastUsed.service) : undefined
  const service = facts.service || suggestion?.service

  useEffect(() => {
    if (first.address) form.setValue('to', first.address)
  }, [first, form])

  // the only question without an answer
  useEffect(() => askWeight(), [askWeight])

  const submit = () =>
    void form.handleSubmit((values) => {
      if (service && !rating.isPending) onContinue({ form: values, service })
    })()
  useShortcut('go_on', submit)
  return (
    <>
      <FormErrors control={form.control} facts={facts} />
      <form className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <WhatCard
          control={form.control}
          facts={facts}
          lastUsed={lastUsed.packaging}
          onPackaging={shipping.choosePackaging}
          onFormats={shipping.settlePackaging}
        />
        <ServiceCard
          control={form.control}
          facts={facts}
          today={today}
          rating={rating}
          chosen={service}
          suggestion={suggestion}
          lastUsed={lastUsed.service}
          onChoose={shipping.chooseService}
          onExtra={shipping.chooseExtra}
          onDay={(day) => form.setValue('shipping_date', day)}
        />
        <FactsLine
          form={form}
          today={today}
          sender={facts.sender}
          isSenderKnown={shipping.sender.isKnown}
          onSender={shipping.sender.touch}
        />
      </form>
      <footer className={css.foot}>
        <p>{t('many.what_note')}</p>
        <Button onPress={onBack}>{t('common.back')}</Button>
        <Button variant="primary" isPending={rating.isPending} shortcut={t('shipping.shortcut')} onPress={submit}>
          {t('many.check', { count })}
        </Button>
      </footer>
    </>
  )
}

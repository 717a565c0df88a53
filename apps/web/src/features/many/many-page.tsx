import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { useToday } from '../../item-form/use-today.ts'
import { Page } from '../../ui/page.tsx'
import { AddressesStep } from './addressees/addresses-step.tsx'
import { BatchStep } from './batch/batch-step.tsx'
import { CheckStep } from './check-step.tsx'
import css from './many-page.module.css'
import { Steps, type Step } from './steps.tsx'
import { useRows } from './addressees/use-rows.ts'
import { WhatStep, type Choices } from './what-step.tsx'

/** Sends the same to many: addressees, what is sent, a check with every price, and the purchase with its result. */
export function Component() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const batch = search.get('batch')
  const [step, setStep] = useState<Step>('addresses')
  const [choices, setChoices] = useState<Choices>()
  const rows = useRows()
  const today = useToday()
  const shipping = useShippingForm(today, { packaging: 'large_letter' })
  const [first] = rows.ready
  const current = batch ? 'buy' : step
  return (
    <Page title={t('page.many')} aside={<Steps current={current} />}>
      <div className={css.page}>
        {batch && <BatchStep id={batch} />}
        {current === 'addresses' && <AddressesStep rows={rows} onContinue={() => setStep('what')} />}
        {current === 'what' && first && (
          <WhatStep
            shipping={shipping}
            today={today}
            first={first}
            count={rows.ready.length}
            onBack={() => setStep('addresses')}
            onContinue={(made) => {
              setChoices(made)
              setStep('check')
            }}
          />
        )}
        {current === 'check' && choices && (
          <CheckStep
            rows={rows.ready}
            choices={choices}
            onBack={() => setStep('what')}
            onBought={(id) => setSearch({ batch: id }, { replace: true })}
          />
        )}
      </div>
    </Page>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useBalance } from '../../accounts/balance-queries.ts'
import { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { useToday } from '../../item-form/use-today.ts'
import { Page } from '../../ui/page.tsx'
import { AddressesStep } from './addressees/addresses-step.tsx'
import { BatchStep } from './batch/batch-step.tsx'
import { CheckStep } from './check-step.tsx'
import { itemsAgain, itemsOf, type Item } from './drafts.ts'
import css from './many-page.module.css'
import { Steps, type Step } from './steps.tsx'
import { useRows } from './addressees/use-rows.ts'
import { WhatStep } from './what-step.tsx'

/** Sends the same to many: addressees, what is sent, a check with every price, and the purchase with its result. */
export function Component() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const batch = search.get('batch')
  const [step, setStep] = useState<Step>('addresses')
  const [items, setItems] = useState<readonly Item[]>([])
  /** Items of the open batch that are checked again. */
  const [again, setAgain] = useState<readonly Item[]>()
  const rows = useRows()
  const today = useToday()
  const shipping = useShippingForm(today, { packaging: 'large_letter' })
  const [first] = rows.ready
  const by = useBalance().account?.id
  const current = again ? 'check' : batch ? 'buy' : step
  return (
    <Page title={t('page.many')} aside={<Steps current={current} />}>
      <div className={css.page}>
        {batch && !again && <BatchStep id={batch} onAgain={(refused) => setAgain(itemsAgain(refused))} />}
        {current === 'addresses' && <AddressesStep rows={rows} onContinue={() => setStep('what')} />}
        {current === 'what' && first && (
          <WhatStep
            shipping={shipping}
            today={today}
            first={first}
            count={rows.ready.length}
            onBack={() => setStep('addresses')}
            onContinue={(choices) => {
              if (by === undefined) return
              setItems(itemsOf(rows.ready, choices, by))
              setStep('check')
            }}
          />
        )}
        {current === 'check' && (
          <CheckStep
            items={again ?? items}
            back={t(again ? 'common.back' : 'many.change_choices')}
            onBack={() => (again ? setAgain(undefined) : setStep('what'))}
            onBought={(id) => {
              setAgain(undefined)
              // going back leads to the batch whose refused rows were bought
              setSearch({ batch: id }, { replace: !again })
            }}
          />
        )}
      </div>
    </Page>
  )
}

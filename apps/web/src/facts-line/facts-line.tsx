import type { CalendarDate } from '@postroom/domain/calendar'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { CostCenterField } from './cost-center-field.tsx'
import css from './facts-line.module.css'
import { costCentersQuery, referenceFieldsQuery } from './facts-queries.ts'
import { FromFields } from './from-fields.tsx'
import { dayLabel, PostingField } from './posting-field.tsx'
import { ReferenceFields } from './reference-fields.tsx'

const FACTS = ['from', 'posting', 'costcenter', 'reference'] as const
type Fact = (typeof FACTS)[number]
/** The fields behind each fact. One with an error is open. */
const FIELDS: Readonly<Record<Fact, readonly (keyof ShippingForm)[]>> = {
  from: ['from'],
  posting: ['shipping_date'],
  costcenter: ['costcenter'],
  reference: ['reference', 'reference2', 'reference3'],
}

/** Sender, posting day, cost centre and references: a value each, and a link that opens its field. */
export function FactsLine(props: {
  form: UseFormReturn<ShippingForm>
  today: CalendarDate
  sender: Facts['sender']
  /** The sender is filled in and need not be looked at. */
  isSenderKnown: boolean
  onSender: () => void
}) {
  const { form, today, sender, isSenderKnown, onSender } = props
  const { control } = form
  const { t, i18n } = useTranslation()
  const values = useWatch({ control }) as ShippingForm
  const { errors } = useFormState({ control })
  const { data: centers = [] } = useQuery(costCentersQuery())
  const { data: rules = [] } = useQuery(referenceFieldsQuery())
  const [opened, setOpened] = useState<Fact>()

  const failed = FACTS.filter((fact) => FIELDS[fact].some((name) => errors[name]))
  const isFromMissing = !isSenderKnown && values.from.address1 === ''
  const isOpen = (fact: Fact) => opened === fact || failed.includes(fact) || (fact === 'from' && isFromMissing)
  const center = centers.find(({ id }) => id === values.costcenter)
  const references = [values.reference, values.reference2, values.reference3].filter((text) => text !== '')
  const written: Record<Fact, string> = {
    from: [companyOrPerson(values.from), values.from.city].filter((text) => text !== '').join(', '),
    posting: dayLabel(values.shipping_date, today, sender, t, i18n.language),
    costcenter: center ? center.name || center.code : '',
    reference: references.join(', '),
  }
  const panels: Record<Fact, ReactNode> = {
    from: (
      <div onFocus={() => setOpened('from')}>
        <FromFields form={form} isChanging={opened === 'from'} onTouch={onSender} />
      </div>
    ),
    posting: <PostingField control={control} today={today} sender={sender} />,
    costcenter: <CostCenterField control={control} centers={centers} />,
    reference: <ReferenceFields control={control} rules={rules} />,
  }
  const nameOf = (fact: Fact) => (fact === 'reference' && rules[0]?.label) || t(`shipping.facts.${fact}`)
  const shown = FACTS.filter((fact) => fact !== 'costcenter' || centers.length > 0)
  return (
    <Card isFlush>
      <dl className={css.facts}>
        {shown.map((fact) => (
          <div key={fact} className={css.fact}>
            <dt className={css.name}>
              {nameOf(fact)}
              <FactButton
                name={nameOf(fact)}
                act={t(
                  opened === fact ? 'common.close' : written[fact] === '' ? 'shipping.facts.add' : 'shipping.change',
                )}
                isOpen={isOpen(fact)}
                onPress={() => setOpened(opened === fact ? undefined : fact)}
              />
            </dt>
            <dd className={classNames(css.value, written[fact] === '' && css.none)}>
              {written[fact] || t('shipping.facts.none')}
            </dd>
          </div>
        ))}
      </dl>
      {shown.filter(isOpen).map((fact) => (
        <fieldset key={fact} className={css.panel} aria-label={nameOf(fact)}>
          {panels[fact]}
        </fieldset>
      ))}
    </Card>
  )
}

/** The words seen, and for screen readers what they concern. */
function FactButton(props: { name: string; act: string; isOpen: boolean; onPress: () => void }) {
  const { name, act, isOpen, onPress } = props
  const { t } = useTranslation()
  return (
    <Button
      variant="link"
      aria-expanded={isOpen}
      aria-label={t('common.about', { what: act, text: name })}
      onPress={onPress}
    >
      {act}
    </Button>
  )
}

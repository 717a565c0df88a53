import { addDays } from '@postroom/domain/calendar'
import { SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { costCentersQuery } from '../../facts-line/facts-queries.ts'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import css from './letter-facts.module.css'
import { ReturnAddressFields } from './return-address-fields.tsx'
import type { Letters } from './use-letters.ts'

type FactName = 'slogan' | 'return_address' | 'posting' | 'costcenter'

/** What is the same for all labels, in one line; each opens in a dialog. */
export function LetterFacts({ letters }: { letters: Letters }) {
  const { form, values, today, from } = letters
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<FactName>()
  const { data: centers = [] } = useQuery(costCentersQuery())
  const day = (date: string) => new Intl.DateTimeFormat(i18n.language, DAY).format(new Date(`${date}T00:00:00Z`))
  const posting = (date: string, ahead?: number) =>
    ahead === 0 || date === today ? t('shipping.today', { day: day(date) }) : day(date)
  const center = centers.find(({ id }) => id === values.costcenter)
  const facts: { name: FactName; value: string; field: ReactNode }[] = [
    {
      name: 'slogan',
      value: values.slogan || t('letters.none'),
      field: (
        <FormTextField
          control={form.control}
          name="slogan"
          label={t('letters.slogan')}
          autoComplete="off"
          maxLength={60}
          spellCheck
        />
      ),
    },
    {
      name: 'return_address',
      value: values.return_address.split('\n')[0] || t('letters.not_on_label'),
      field: <ReturnAddressFields control={form.control} from={from} />,
    },
    {
      name: 'posting',
      value: posting(values.shipping_date),
      field: (
        <Select
          name="shipping_date"
          label={t('shipping.posting_date')}
          value={values.shipping_date}
          onChange={(date) => form.setValue('shipping_date', date)}
          options={SHIPPING_DAYS.map((ahead) => addDays(today, ahead)).map((date, ahead) => ({
            value: date,
            label: posting(date, ahead),
          }))}
        />
      ),
    },
    ...(centers.length === 0
      ? []
      : [
          {
            name: 'costcenter' as const,
            value: center?.name ?? t('letters.none'),
            field: (
              <Select
                name="costcenter"
                label={t('letters.costcenter')}
                value={values.costcenter || NONE}
                onChange={(id) => form.setValue('costcenter', id === NONE ? '' : id)}
                options={[
                  { value: NONE, label: t('letters.none') },
                  ...centers.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
                ]}
              />
            ),
          },
        ]),
  ]
  const opened = facts.find(({ name }) => name === open)
  return (
    <Card isFlush>
      <dl className={css.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{t(`letters.${name}`)}</dt>
            <dd className={css.value}>{value}</dd>
            <dd className={css.change}>
              <Button
                variant="link"
                aria-label={t('letters.change_fact', { fact: t(`letters.${name}`) })}
                onPress={() => setOpen(name)}
              >
                {t('shipping.change')}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {opened && (
        <Dialog
          title={t(`letters.${opened.name}`)}
          isOpen
          onClose={() => setOpen(undefined)}
          actions={
            <Button variant="primary" onPress={() => setOpen(undefined)}>
              {t('letters.done')}
            </Button>
          }
        >
          {opened.field}
        </Dialog>
      )}
    </Card>
  )
}

const NONE = 'none'
const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import css from './address-card.module.css'
import type { ShippingForm } from './shipping-form.ts'

/** An item is posted today or on one of the next seven days. */
const DAYS_AHEAD = [0, 1, 2, 3, 4, 5, 6, 7]

/** When it is posted, and what the sender calls it. */
export function PostingCard({ control, today }: { control: Control<ShippingForm>; today: CalendarDate }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control, name: 'shipping_date' })
  const days = DAYS_AHEAD.map((ahead) => {
    const day = addDays(today, ahead)
    const written = writtenDay(day, i18n.language)
    const label =
      ahead === 0
        ? t('shipping.today', { day: written })
        : ahead === 1
          ? t('shipping.tomorrow', { day: written })
          : written
    return { value: day, label }
  })
  return (
    <Card title={t('shipping.posting')}>
      <div className={css.fields}>
        <Select
          name="shipping_date"
          label={t('shipping.posting_date')}
          value={field.value}
          onChange={field.onChange}
          options={days}
        />
        <FormTextField
          control={control}
          name="reference"
          label={t('shipping.reference')}
          hint={t('shipping.reference_hint')}
          autoComplete="off"
          maxLength={20}
        />
      </div>
    </Card>
  )
}

const writtenDay = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import { postingDay, SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { Card } from '../ui/card.tsx'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Select } from '../ui/select.tsx'
import type { Facts, ShippingForm } from './shipping-form.ts'

/** The posting day and the sender's reference. Days without a collection at the sender's address are marked. */
export function PostingCard(props: { control: Control<ShippingForm>; today: CalendarDate; sender: Facts['sender'] }) {
  const { control, today, sender } = props
  const { t, i18n } = useTranslation()
  const { field } = useController({ control, name: 'shipping_date' })
  const chosen = postingDay(field.value, sender)
  const days = SHIPPING_DAYS.map((ahead) => {
    const day = addDays(today, ahead)
    const written = writtenDay(day, i18n.language)
    const label =
      ahead === 0
        ? t('shipping.today', { day: written })
        : ahead === 1
          ? t('shipping.tomorrow', { day: written })
          : written
    const { reason } = postingDay(day, sender)
    return { value: day, label: reason ? t(`shipping.no_collection.${reason}`, { day: label }) : label }
  })
  return (
    <Card title={t('shipping.posting')}>
      <FieldGrid>
        <Select
          name="shipping_date"
          label={t('shipping.posting_date')}
          value={field.value}
          onChange={field.onChange}
          options={days}
          {...(!chosen.collection && {
            description: t('shipping.collected_on', { day: writtenDay(chosen.collected_on, i18n.language) }),
          })}
        />
        <FormTextField
          control={control}
          name="reference"
          label={t('shipping.reference')}
          hint={t('shipping.reference_hint')}
          autoComplete="off"
          maxLength={20}
        />
      </FieldGrid>
    </Card>
  )
}

const writtenDay = (day: CalendarDate, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

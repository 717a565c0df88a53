import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import { postingDay, SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import type { TFunction } from 'i18next'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'
import { FieldGrid } from '../ui/field-grid.tsx'
import { Select } from '../ui/select.tsx'

/** The posting day. Days without a collection at the sender's address are marked. */
export function PostingField(props: { control: Control<ShippingForm>; today: CalendarDate; sender: Facts['sender'] }) {
  const { control, today, sender } = props
  const { t, i18n } = useTranslation()
  const { field } = useController({ control, name: 'shipping_date' })
  const chosen = postingDay(field.value, sender)
  const days = SHIPPING_DAYS.map((ahead) => addDays(today, ahead))
  return (
    <FieldGrid>
      <Select
        name="shipping_date"
        label={t('shipping.posting_date')}
        value={field.value}
        onChange={field.onChange}
        options={days.map((day) => ({ value: day, label: dayLabel(day, today, sender, t, i18n.language) }))}
        {...(!chosen.collection && {
          description: t('shipping.collected_on', { day: writtenDay(chosen.collected_on, i18n.language) }),
        })}
      />
    </FieldGrid>
  )
}

/** 'Today, Friday 27 November', with the reason where nothing is collected. */
export function dayLabel(
  day: CalendarDate,
  today: CalendarDate,
  sender: Facts['sender'],
  t: TFunction,
  language: string,
  width: 'long' | 'short' = 'long',
): string {
  const written = writtenDay(day, language, width)
  const label =
    day === today
      ? t('shipping.today', { day: written })
      : day === addDays(today, 1)
        ? t('shipping.tomorrow', { day: written })
        : written
  const { reason } = postingDay(day, sender)
  return reason ? t(`shipping.no_collection.${reason}`, { day: label }) : label
}

const writtenDay = (day: CalendarDate, language: string, width: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: width, day: 'numeric', month: width, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

import { PERIOD_MAX_DAYS, type Period } from '@postroom/domain/purchase/spending-periods'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './dashboard.module.css'
import { dayIn, isPeriod, writtenDay } from './periods.ts'

interface OwnDatesDialogProps {
  period: Period
  onChoose: (period: Period) => void
  onClose: () => void
}

/** Asks for the first and last day of a period. */
export function OwnDatesDialog({ period, onChoose, onClose }: OwnDatesDialogProps) {
  const { t, i18n } = useTranslation()
  const [written, setWritten] = useState({
    from: writtenDay(period.from, i18n.language),
    to: writtenDay(period.to, i18n.language),
  })
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({})
  const choose = (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = [dayIn(written.from), dayIn(written.to)]
    if (from && to && isPeriod({ from, to })) {
      onChoose({ from, to })
      onClose()
      return
    }
    setWrong({
      ...(!from && { from: t('fieldError.invalid_date') }),
      ...(!to && { to: t('fieldError.invalid_date') }),
      ...(from && to && { to: t('dashboard.wrong_period', { most: PERIOD_MAX_DAYS }) }),
    })
    document.querySelector<HTMLInputElement>(from ? 'input[name=to]' : 'input[name=from]')?.focus()
  }
  return (
    <Dialog title={t('dashboard.own_dates')} isOpen onClose={onClose}>
      <form className={css.form} noValidate onSubmit={choose}>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            name={end}
            label={t(`dashboard.${end}`)}
            description={t('dashboard.date_example', { date: writtenDay('2026-03-27', i18n.language) })}
            value={written[end]}
            onChange={(value) => setWritten({ ...written, [end]: value })}
            error={wrong[end]}
            autoComplete="off"
            maxLength={10}
          />
        ))}
        <div className={css.tools}>
          <Button type="submit" variant="primary">
            {t('dashboard.show')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

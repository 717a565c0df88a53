import { RETURN_REASONS, type ReturnReason } from '@postroom/domain/post/returns'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../ui/choice.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import css from './returns.module.css'

interface ReasonChoiceProps {
  value: ReturnReason | null
  isMissing: boolean
  onChange: (reason: ReturnReason) => void
}

/** Why an item came back. */
export function ReasonChoice({ value, isMissing, onChange }: ReasonChoiceProps) {
  const { t } = useTranslation()
  useShortcut('reason', (place) => {
    const reason = RETURN_REASONS[place]
    if (reason) onChange(reason)
  })
  return (
    <div className={css.reasons}>
      <h2>{t('returns.why')}</h2>
      <Choice
        label={t('returns.why')}
        name="return-reason"
        look="chips"
        value={value}
        onChange={onChange}
        options={RETURN_REASONS.map((reason) => ({ value: reason, label: t(`returns.reason.${reason}`) }))}
      />
      <p role="alert" className={css.missing}>
        {isMissing && t('table.choose_reason')}
      </p>
    </div>
  )
}

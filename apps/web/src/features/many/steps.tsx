import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import css from './steps.module.css'

const STEPS = ['addresses', 'what', 'check', 'buy'] as const
export type Step = (typeof STEPS)[number]

/** The four steps of a mailing and the one that is open, which takes the focus: the pressed button is gone. */
export function Steps({ current }: { current: Step }) {
  const { t } = useTranslation()
  const at = STEPS.indexOf(current)
  const open = useRef<HTMLLIElement>(null)
  const before = useRef(current)
  useEffect(() => {
    if (before.current !== current) open.current?.focus()
    before.current = current
  }, [current])
  return (
    <ol className={css.steps} aria-label={t('many.steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          {...(index === at && { 'aria-current': 'step' as const, ref: open, tabIndex: -1 })}
          data-done={index < at || undefined}
        >
          <span className={css.number} aria-hidden="true">
            {index < at ? <Icon of={Check} size="tiny" /> : index + 1}
          </span>
          <span className={css.name}>{t(`many.step.${step}`)}</span>
          {index < at && <span className="visually-hidden">{t('many.step_done')}</span>}
        </li>
      ))}
    </ol>
  )
}

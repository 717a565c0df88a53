import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './reasons.module.css'
import { REASON } from './use-wait-to-buy.ts'

/** Why nothing can be bought now, and the progress of a purchase. Buy moves the focus here when it cannot buy. */
export function Reasons({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <fieldset id={REASON} tabIndex={-1} aria-label={t('shipping.reasons')} className={css.reasons}>
      {children}
    </fieldset>
  )
}

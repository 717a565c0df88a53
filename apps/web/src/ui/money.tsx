import { useTranslation } from 'react-i18next'
import type { Pence } from '@postroom/domain/money'
import { classNames } from './class-names.ts'
import { formatPence } from './format-pence.ts'
import css from './money.module.css'

export interface MoneyProps {
  pence: Pence
  /** `total` is the largest thing of a summary; `display` uses the display face; `text` runs with the words around it. */
  size?: 'text' | 'display' | 'total'
}

/** An amount, written as the language writes it, figures under figures. */
export function Money({ pence, size = 'text' }: MoneyProps) {
  const { i18n } = useTranslation()
  return <span className={classNames(css.money, css[size])}>{formatPence(pence, i18n.language)}</span>
}

import { useTranslation } from 'react-i18next'
import type { Pence } from '@postroom/domain/money'
import { classNames } from './class-names.ts'
import { formatPence } from './format-pence.ts'
import css from './money.module.css'

export interface MoneyProps {
  pence: Pence
  /** `total`: largest, for the sum of a summary. `display`: in the display font. `text`: inline. */
  size?: 'text' | 'display' | 'total'
}

/** An amount in the format of the language, with figures of equal width. */
export function Money({ pence, size = 'text' }: MoneyProps) {
  const { i18n } = useTranslation()
  return <span className={classNames(css.money, css[size])}>{formatPence(pence, i18n.language)}</span>
}

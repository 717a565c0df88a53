import type { Spending, SpendingQuery, SpendingSum } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Figure, Figures } from '../../ui/figures.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { historyHref } from './history-link.ts'
import { periodText } from './periods.ts'

/** The main figures, each beside that of the period before. */
export function FiguresStrip({ spending, query }: { spending: Spending; query: SpendingQuery }) {
  const { t, i18n } = useTranslation()
  const { total, before, saved, could_save } = spending
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const period = periodText(before, i18n.language, false)
  const was = (value: string) =>
    before.total.items === 0 ? t('dashboard.nothing_before', { period }) : t('dashboard.was', { value, period })
  const change = total.spend - before.total.spend
  const amount = money(Math.abs(change))
  const direction = change > 0 ? 'more' : change < 0 ? 'less' : 'same'
  return (
    <Figures>
      <Figure
        name={t('dashboard.spend')}
        value={<Link to={historyHref(query)}>{money(total.spend)}</Link>}
        note={before.total.items === 0 ? was('') : t(`dashboard.${direction}`, { amount, period })}
      />
      <Figure
        name={t('dashboard.items')}
        value={total.items.toLocaleString(i18n.language)}
        note={was(before.total.items.toLocaleString(i18n.language))}
      />
      <Figure
        name={t('dashboard.average')}
        value={money(averageOf(total))}
        note={was(money(averageOf(before.total)))}
      />
      <Figure
        name={t('dashboard.saved')}
        value={money(saved.amount)}
        note={t('dashboard.below_counter', { count: saved.items })}
      />
      <Figure
        name={t('dashboard.could_save')}
        value={money(could_save.amount)}
        note={t('dashboard.cheaper', { count: could_save.items })}
      />
    </Figures>
  )
}

/** Pence for one item, rounded; 0 without items. */
export const averageOf = ({ items, spend }: SpendingSum): number => (items === 0 ? 0 : Math.round(spend / items))

import type { Spending, SpendingQuery } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPence } from '../../ui/format-pence.ts'
import type { Slot } from './chart-slots.ts'
import css from './dashboard.module.css'
import { FigureTable } from './figure-table.tsx'
import { historyHref } from './history-link.ts'
import { GROUPS } from './service-groups.ts'
import { slotDays } from './slot-texts.ts'

interface DaysTableProps {
  title: string
  slots: readonly Slot[]
  spending: Spending
  query: SpendingQuery
}

/** The figures of the bars. */
export function DaysTable({ title, slots, spending, query }: DaysTableProps) {
  const { t, i18n } = useTranslation()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const number = (items: number) => items.toLocaleString(i18n.language)
  const groups = GROUPS.filter((group) => slots.some((slot) => spentOn(slot, group) > 0))
  const all = (group: string) => slots.reduce((sum, slot) => sum + spentOn(slot, group), 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
    <section className={css.scroll} aria-label={`${title}, ${t('dashboard.table')}`} tabIndex={0}>
      <FigureTable<Slot>
        caption={title}
        keyOf={({ from }) => from}
        rows={slots}
        columns={[
          {
            id: 'days',
            name: t('dashboard.days'),
            cell: (slot) => dayLink(slot, query, i18n.language),
          },
          ...groups.map((group) => ({
            id: group,
            name: t(`dashboard.group.${group}`),
            cell: (slot: Slot) => money(spentOn(slot, group)),
          })),
          { id: 'items', name: t('dashboard.items'), cell: ({ items }) => number(items) },
          { id: 'spend', name: t('dashboard.spend'), cell: ({ spend }) => money(spend), isMoney: true },
        ]}
        foot={[
          t('dashboard.total'),
          ...groups.map((group) => money(all(group))),
          number(spending.total.items),
          money(spending.total.spend),
        ]}
      />
    </section>
  )
}

const spentOn = (slot: Slot, group: string) => slot.parts.find((part) => part.group === group)?.spend ?? 0

const dayLink = ({ from, to }: Slot, query: SpendingQuery, language: string) => (
  <Link to={historyHref({ ...query, from, to })}>{slotDays({ from, to }, language, 'short')}</Link>
)

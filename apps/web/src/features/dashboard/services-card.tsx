import type { Spending, SpendingQuery, SpendingSum } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatPence } from '../../ui/format-pence.ts'
import { sumOf } from './chart-slots.ts'
import chart from './chart.module.css'
import css from './dashboard.module.css'
import { averageOf } from './figures-strip.tsx'
import { FigureTable } from './figure-table.tsx'
import { historyHref } from './history-link.ts'
import { GROUPS, groupOf, type Group } from './service-groups.ts'

interface Row extends SpendingSum {
  group: Group
  services: string[]
}

/** The sums of the services from the top of the bars to their foot: their legend. */
export function ServicesCard({ spending, query }: { spending: Spending; query: SpendingQuery }) {
  const { t, i18n } = useTranslation()
  const money = (pence: number) => formatPence(toPence(pence), i18n.language)
  const number = (items: number) => items.toLocaleString(i18n.language)
  const { total } = spending
  const title = t('dashboard.by_service')
  return (
    <Card title={title} note={t('dashboard.order_of_bars')} isFlush>
      <FigureTable<Row>
        caption={title}
        keyOf={({ group }) => group}
        rows={rowsOf(spending)}
        columns={[
          {
            id: 'service',
            name: t('dashboard.service'),
            cell: (row) => namedGroup(row, query, t),
          },
          { id: 'items', name: t('dashboard.items'), cell: ({ items }) => number(items) },
          { id: 'average', name: t('dashboard.average'), cell: (row) => money(averageOf(row)) },
          { id: 'spend', name: t('dashboard.spend'), cell: ({ spend }) => money(spend), isMoney: true },
        ]}
        foot={[t('dashboard.total'), number(total.items), money(averageOf(total)), money(total.spend)]}
      />
      <p className={css.remark}>{t('dashboard.not_counted')}</p>
    </Card>
  )
}

const namedGroup = ({ group, services }: Row, query: SpendingQuery, t: TFunction) => (
  <span className={css.named}>
    <span className={classNames(chart.swatch, chart[group])} aria-hidden="true" />
    <Link to={historyHref({ ...query, service: services.join(',') })}>{t(`dashboard.group.${group}`)}</Link>
  </span>
)

function rowsOf({ bars }: Spending): Row[] {
  const groups = Map.groupBy(bars, ({ service }) => groupOf(service))
  return GROUPS.toReversed().flatMap((group) => {
    const own = groups.get(group)
    return own ? [{ group, services: [...new Set(own.map(({ service }) => service))], ...sumOf(own) }] : []
  })
}

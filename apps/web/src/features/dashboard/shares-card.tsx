import type { Spending, SpendingQuery, SpendingSum } from '@postroom/contract/spending'
import { toPence } from '@postroom/domain/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import css from './dashboard.module.css'
import { FigureTable } from './figure-table.tsx'
import { historyHref } from './history-link.ts'

const PARTS = ['costcenter', 'person', 'country'] as const
type Part = (typeof PARTS)[number]

interface Row extends SpendingSum {
  name: string
  /** Absent for what was bought for no cost centre, which the history cannot filter. */
  filter: string | undefined
}
/** More rows would make the card longer than the page; the file has them all. */
const SHOWN = 8

/** Who spent how much: by cost centre, by person, or by destination. */
export function SharesCard({ spending, query }: { spending: Spending; query: SpendingQuery }) {
  const { t, i18n } = useTranslation()
  const [part, setPart] = useState<Part>('costcenter')
  const rows = rowsOf(spending, i18n.language)[part]
  const most = Math.max(...rows.map(({ spend }) => spend), 1)
  return (
    <Card title={t(`dashboard.by.${part}`)} isFlush>
      <div className={css.parts}>
        <Choice<Part>
          label={t('dashboard.shares')}
          name="shares"
          look="segments"
          value={part}
          onChange={setPart}
          options={PARTS.map((value) => ({ value, label: t(`dashboard.filter.${value}`) }))}
        />
      </div>
      <FigureTable<Row>
        caption={t(`dashboard.by.${part}`)}
        keyOf={({ name, filter }) => `${filter} ${name}`}
        rows={rows.slice(0, SHOWN)}
        columns={[
          {
            id: 'name',
            name: t(`dashboard.filter.${part}`),
            cell: (row) => share(row, { part, query, most, none: t('dashboard.no_cost_center') }),
          },
          { id: 'items', name: t('dashboard.items'), cell: ({ items }) => items.toLocaleString(i18n.language) },
          {
            id: 'spend',
            name: t('dashboard.spend'),
            cell: ({ spend }) => formatPence(toPence(spend), i18n.language),
            isMoney: true,
          },
        ]}
      />
      {rows.length > SHOWN && <p className={css.remark}>{t('dashboard.further', { count: rows.length - SHOWN })}</p>}
    </Card>
  )
}

interface Shares {
  part: Part
  query: SpendingQuery
  /** The largest sum, in pence. */
  most: number
  /** What the row without a cost centre is called. */
  none: string
}

/** The name of a row, and a bar as long as its part of the largest sum. */
const share = ({ filter, name, spend }: Row, { part, query, most, none }: Shares) => (
  <>
    {filter === undefined ? none : <Link to={historyHref({ ...query, [part]: filter })}>{name}</Link>}
    <svg className={css.share} width="100%" height="6" aria-hidden="true">
      <rect width={`${(spend / most) * 100}%`} height="6" rx="3" />
    </svg>
  </>
)

const rowsOf = ({ cost_centers, people, countries }: Spending, language: string): Record<Part, Row[]> => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return {
    costcenter: cost_centers.map(({ id, ...row }) => ({ ...row, filter: id ?? undefined })),
    person: people.map(({ id, ...row }) => ({ ...row, filter: id })),
    country: countries.map(({ country, ...row }) => ({ ...row, name: names.of(country) ?? country, filter: country })),
  }
}

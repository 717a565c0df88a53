import type { CostCenter } from '@postroom/contract/shipment-references'
import { toPence } from '@postroom/domain/money'
import type { TFunction } from 'i18next'
import { Badge } from '../../ui/badge.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import type { Column, TwoLines } from '../../ui/lists/columns.ts'
import css from './references.module.css'

/** Cost centres with their budgets. */
export function costCenterColumns(t: TFunction, language: string): Column<CostCenter>[] {
  const money = (pence: number) => formatPence(toPence(pence), language)
  return [
    { id: 'code', name: t('cost_centers.code'), width: 110, cell: ({ code }) => code },
    { id: 'name', name: t('cost_centers.name'), width: '1fr', isRowHeader: true, cell: ({ name }) => <b>{name}</b> },
    {
      id: 'budget',
      name: t('cost_centers.budget'),
      width: 170,
      align: 'end',
      cell: ({ budget }) => budget && t(`cost_centers.per.${budget.period}`, { amount: money(budget.amount) }),
    },
    {
      id: 'bar',
      name: t('cost_centers.share'),
      width: 180,
      from: 1000,
      cell: ({ budget }) => budget && <Bar {...budget} />,
    },
    {
      id: 'spent',
      name: t('cost_centers.spent'),
      width: 110,
      align: 'end',
      from: 760,
      cell: ({ budget }) => budget && money(budget.spent),
    },
    {
      id: 'left',
      name: t('cost_centers.left'),
      width: 150,
      align: 'end',
      cell: (center) => leftOf(center, t, language),
    },
    {
      id: 'on_exceed',
      name: t('cost_centers.when_spent'),
      width: 140,
      from: 900,
      cell: ({ budget }) => budget && t(`cost_centers.on_exceed.${budget.on_exceed}`),
    },
  ]
}

/** A cost centre on two lines, for a phone. */
export const costCenterLines =
  (t: TFunction, language: string) =>
  (center: CostCenter): TwoLines => {
    const { code, name, budget } = center
    const about = budget && [
      t(`cost_centers.per.${budget.period}`, { amount: formatPence(toPence(budget.amount), language) }),
      t(`cost_centers.on_exceed.${budget.on_exceed}`),
    ]
    return { first: <b>{name}</b>, end: leftOf(center, t, language), second: [code, ...(about ?? [])].join(' · ') }
  }

function leftOf({ budget }: CostCenter, t: TFunction, language: string) {
  if (!budget) return t('cost_centers.no_budget')
  const amount = formatPence(toPence(Math.abs(budget.left)), language)
  return budget.left < 0 ? (
    <Badge tone="warn">{t('cost_centers.over', { amount })}</Badge>
  ) : (
    t('cost_centers.amount_left', { amount })
  )
}

/** How much of the budget is spent; the figures beside it say the same. */
function Bar({ amount, spent }: { amount: number; spent: number }) {
  const share = amount === 0 ? 100 : Math.min(100, (spent / amount) * 100)
  return (
    <svg
      className={css.bar}
      data-over={spent > amount || undefined}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="6" />
      <rect width={share} height="6" />
    </svg>
  )
}

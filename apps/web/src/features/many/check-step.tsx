import { CircleAlert, Users } from 'lucide-react'
import { isInPlan, serviceOf, SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import { toPence } from '@postroom/domain/money'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../item-form/destination.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { FilterChips } from '../../ui/lists/filter-chips.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { checkColumns, CheckPrice, CheckState } from './check-columns.tsx'
import type { Exceptions } from './drafts.ts'
import css from './many-page.module.css'
import { nameOfRow } from './addressees/row-name.ts'
import type { ReadRow } from './addressees/rows.ts'
import { useCheck, type PricedRow } from './use-check.ts'
import type { Choices } from './what-step.tsx'

type Shown = 'all' | 'ready' | 'refused'

/** The price of every row before anything is bought. Chosen rows can have another service. */
export function CheckStep(props: {
  rows: readonly ReadRow[]
  choices: Choices
  onBack: () => void
  onBought: (batch: string) => void
}) {
  const { rows, choices, onBack, onBought } = props
  const { t, i18n } = useTranslation()
  const { plan } = useUser()
  const [exceptions, setExceptions] = useState<Exceptions>({})
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Shown>('all')
  const check = useCheck(rows, choices, exceptions, onBought)
  const refused = check.rows.filter(({ answer }) => answer?.error)
  const amount = (pence: number) => formatPence(toPence(pence), i18n.language)
  const columns = useMemo(() => checkColumns(t, choices.service), [t, choices.service])
  const services = SERVICE_CODES.filter(
    (code) => (serviceOf(code).scope ?? 'uk') === scopeOf(choices.form.to.country) && isInPlan(code, plan),
  )
  const setService = (service: ServiceCode) => {
    const chosen = Object.fromEntries([...selected].map((id) => [id, service]))
    const all = { ...exceptions, ...chosen }
    setExceptions(Object.fromEntries(Object.entries(all).filter(([, own]) => own !== choices.service)))
    setSelected(new Set())
  }
  const canBuy = check.good > 0 && check.missing === 0 && !check.checked.isFetching
  const buy = () => {
    if (canBuy && !check.buying.isPending) check.buying.mutate()
  }
  useShortcut('Enter', buy)
  return (
    <div className={css.columns}>
      <DataTable
        label={t('many.step.check')}
        columns={columns}
        rows={
          check.checked.data || check.checked.isError
            ? { all: check.rows, ready: check.rows.filter(({ answer }) => !answer?.error), refused }[shown]
            : undefined
        }
        nameOf={({ row }) => nameOfRow(row, t)}
        lines={(row) => ({
          first: <b>{nameOfRow(row.row, t)}</b>,
          end: <CheckPrice row={row} />,
          second: row.answer?.error ? <CheckState row={row} /> : t(`service.${row.shipment.service}`),
        })}
        selected={selected}
        onSelect={setSelected}
        {...(check.checked.isError && {
          failure: { at: undefined, retry: () => void check.checked.refetch() },
        })}
        empty={
          <EmptyState icon={Users} title={t('many.nobody')}>
            {null}
          </EmptyState>
        }
        above={
          <div className={css.filters}>
            <FilterChips
              label={t('many.filter')}
              value={shown}
              onChange={setShown}
              chips={[
                { value: 'all', label: t('many.all'), count: check.rows.length },
                { value: 'ready', label: t('many.ready'), count: check.rows.length - refused.length },
                { value: 'refused', label: t('many.refused'), icon: CircleAlert, count: refused.length },
              ]}
            />
            {selected.size > 0 && (
              <Select
                name="exception"
                label={t('many.exception_for', { count: selected.size })}
                value={null}
                onChange={setService}
                options={services.map((code) => ({ value: code, label: t(`service.${code}`) }))}
              />
            )}
          </div>
        }
      />
      <aside className={css.side} aria-label={t('shipping.summary')}>
        <Card isRaised>
          <div aria-live="polite">
            <dl className={css.sums}>
              {sumsOf(check.rows).map(([service, { count, pence }]) => (
                <div key={service} className={css.sum}>
                  <dt>{t('many.times', { count, service: t(`service.${service}`) })}</dt>
                  <dd>{amount(pence)}</dd>
                </div>
              ))}
            </dl>
            <p className={css.total}>
              <span>{t('many.total_of', { count: check.good })}</span>
              <Money pence={toPence(check.total)} size="total" />
            </p>
          </div>
          {check.missing > 0 && <Notice tone="warn">{t('many.missing', { amount: amount(check.missing) })}</Notice>}
          <Button
            variant="primary"
            isWide
            shortcut={t('shipping.shortcut')}
            isPending={check.buying.isPending || check.checked.isFetching}
            isDisabled={!canBuy}
            onPress={buy}
          >
            {check.checked.isPending
              ? t('many.checking')
              : t('many.buy', { count: check.good, amount: amount(check.total) })}
          </Button>
          <Button variant="link" onPress={onBack}>
            {t('many.change_choices')}
          </Button>
        </Card>
      </aside>
    </div>
  )
}

/** What the rows of each service cost together. */
function sumsOf(rows: readonly PricedRow[]): [ServiceCode, { count: number; pence: number }][] {
  const sums = new Map<ServiceCode, { count: number; pence: number }>()
  for (const { shipment, answer } of rows) {
    if (answer?.amount === undefined) continue
    const { count, pence } = sums.get(shipment.service) ?? { count: 0, pence: 0 }
    sums.set(shipment.service, { count: count + 1, pence: pence + answer.amount })
  }
  return [...sums]
}

import { CircleAlert } from 'lucide-react'
import { isInPlan, serviceOf, SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import { toPence } from '@postroom/domain/money'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../item-form/destination.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { checkLook } from './check-columns.tsx'
import type { Exceptions, Item } from './drafts.ts'
import { FilteredTable } from './filtered-table.tsx'
import css from './many-page.module.css'
import { useCheck, type PricedRow } from './use-check.ts'

/** The price of every item before anything is bought. Chosen rows can have another service. */
export function CheckStep(props: {
  items: readonly Item[]
  /** What going back leads to. */
  back: string
  onBack: () => void
  onBought: (batch: string) => void
}) {
  const { items, back, onBack, onBought } = props
  const { t, i18n } = useTranslation()
  const [exceptions, setExceptions] = useState<Exceptions>({})
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const check = useCheck(items, exceptions, onBought)
  const amount = (pence: number) => formatPence(toPence(pence), i18n.language)
  const usual = items[0]?.shipment.service
  const look = useMemo(() => checkLook(t, usual), [t, usual])
  const setService = (service: ServiceCode) => {
    setExceptions({ ...exceptions, ...Object.fromEntries([...selected].map((id) => [id, service])) })
    setSelected(new Set())
  }
  const canBuy = check.good > 0 && check.missing === 0 && !check.checked.isFetching
  const buy = () => {
    if (canBuy && !check.buying.isPending) check.buying.mutate()
  }
  useShortcut('buy', buy)

  return (
    <div className={css.columns}>
      <FilteredTable
        label={t('many.step.check')}
        look={look}
        rows={check.checked.data || check.checked.isError ? check.rows : undefined}
        parts={[
          { value: 'ready', label: t('many.ready'), has: (row) => !isRefused(row) },
          { value: 'refused', label: t('many.refused'), icon: CircleAlert, has: isRefused },
        ]}
        selected={selected}
        onSelect={setSelected}
        {...(check.checked.isError && {
          failure: { at: undefined, retry: () => void check.checked.refetch() },
        })}
        acts={selected.size > 0 && <AnotherService items={items} selected={selected} onChoose={setService} />}
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
            {back}
          </Button>
        </Card>
      </aside>
    </div>
  )
}

const isRefused = ({ answer }: PricedRow): boolean => answer?.error !== undefined

/** Gives the chosen rows another service of those that go where they go. */
function AnotherService(props: {
  items: readonly Item[]
  selected: ReadonlySet<string>
  onChoose: (service: ServiceCode) => void
}) {
  const { items, selected, onChoose } = props
  const { t } = useTranslation()
  const { plan } = useUser()
  const scopes = new Set(
    items
      .filter(({ number }) => selected.has(String(number)))
      .map(({ shipment }) => scopeOf(shipment.to.country ?? 'GB')),
  )
  const services = SERVICE_CODES.filter(
    (code) => [...scopes].every((scope) => (serviceOf(code).scope ?? 'uk') === scope) && isInPlan(code, plan),
  )
  return (
    <Select
      name="exception"
      label={t('many.exception_for', { count: selected.size })}
      value={null}
      onChange={onChoose}
      options={services.map((code) => ({ value: code, label: t(`service.${code}`) }))}
    />
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

import { checkBatch, BATCH_ROWS_MAX, type WantedRow } from '@postroom/contract/shipment-batch'
import { sumPence, toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import { call } from '../../api/call.ts'
import { useDevices } from '../../device/device-context.tsx'
import { useToday } from '../../item-form/use-today.ts'
import { withLabelFor } from '../../printing/label-for.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { QueueRow } from './rows/queue-row.ts'
import { draftFor } from './rows/row-draft.ts'

interface BatchDialogProps {
  rows: readonly QueueRow[]
  isOpen: boolean
  isStarting: boolean
  failure: Error | null
  onClose: () => void
  onBuy: (rows: readonly WantedRow[]) => void
}

/** What a batch of the chosen rows costs, and which of them are left out, before it is bought. */
export function BatchDialog({ isOpen, onClose, ...check }: BatchDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('mailroom.batch.title')} isOpen={isOpen} onClose={onClose} role="alertdialog">
      {isOpen && <BatchCheck {...check} onClose={onClose} />}
    </Dialog>
  )
}

function BatchCheck({ rows, isStarting, failure, onClose, onBuy }: Omit<BatchDialogProps, 'isOpen'>) {
  const { t, i18n } = useTranslation()
  const wanted = useWanted(rows)
  const { data, error, isPending } = useQuery({
    queryKey: ['batch-check', wanted],
    queryFn: ({ signal }) => call(checkBatch, { query: {}, body: { rows: wanted } }, { signal }),
    enabled: wanted.length > 0,
    gcTime: 0,
    retry: false,
  })
  const prices = new Map(
    data?.rows.flatMap(({ key, amount }) => (amount === undefined ? [] : [[key, toPence(amount)] as const])),
  )
  const reasons = Map.groupBy(data?.rows.flatMap((row) => row.error ?? []) ?? [], ({ code }) => code)
  const unweighed = rows.length - wanted.length
  const total = sumPence(...prices.values())
  const buyable = wanted.filter(({ key }) => prices.has(key))
  return (
    <>
      {unweighed > 0 && <Notice tone="warn">{t('mailroom.batch.unweighed', { count: unweighed })}</Notice>}
      {[...reasons].map(([code, errors]) => (
        <Notice key={code} tone="warn">
          {t('mailroom.batch.refused', {
            count: errors.length,
            why: t(`backendError.${code}`, { defaultValue: errors[0]?.description }),
          })}
        </Notice>
      ))}
      {(error ?? failure) && <Notice tone="error">{t('mailroom.batch.not_checked')}</Notice>}
      {wanted.length > 0 && isPending && <Progress label={t('mailroom.batch.checking', { count: wanted.length })} />}
      <p>{t('mailroom.batch.text')}</p>
      <Button variant="primary" isDisabled={buyable.length === 0} isPending={isStarting} onPress={() => onBuy(buyable)}>
        {t('mailroom.batch.confirm', { count: buyable.length, total: formatPence(total, i18n.language) })}
      </Button>{' '}
      <Button onPress={onClose}>{t('common.cancel')}</Button>
    </>
  )
}

/** The chosen rows that have a weight and a service, as they are bought. */
function useWanted(rows: readonly QueueRow[]): WantedRow[] {
  const { account } = useBalance()
  const { byKind } = useDevices()
  const today = useToday()
  if (!account) return []
  return rows
    .flatMap(({ queued, grams, service }) => {
      if (!queued || grams === undefined || service === undefined) return []
      const draft = draftFor(queued, { grams, service, by: account.id, total_charge: undefined }, today)
      return [{ key: queued.pending_id, shipment: withLabelFor(draft, (kind) => byKind[kind].config?.[kind]) }]
    })
    .slice(0, BATCH_ROWS_MAX) as WantedRow[]
}

import { Download, RotateCcw } from 'lucide-react'
import type { BatchRow } from '@postroom/contract/shipment-batch'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { href } from '../../../pages.ts'
import { PrintFailure } from '../../../printing/print-failure.tsx'
import { useShowsShipment } from '../../../printing/shown-shipments.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { BatchProgress } from '../../../ui/lists/batch-progress.tsx'
import { Money } from '../../../ui/money.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { FilteredTable } from '../filtered-table.tsx'
import { AskCameOut } from './ask-came-out.tsx'
import { batchLook, RESULTS, resultOf, type ShownRow } from './batch-columns.tsx'
import { batchCsv } from './batch-csv.ts'
import { batchQuery, useStopBatch } from './batch-queries.ts'
import css from '../many-page.module.css'
import { useBatchPrinting } from './use-batch-printing.ts'

/** Buying and printing: what became of each row. A page that is opened again shows the same. */
export function BatchStep({ id, onAgain }: { id: string; onAgain: (refused: readonly BatchRow[]) => void }) {
  const { t } = useTranslation()
  const batch = useQuery(batchQuery(id))
  const printing = useBatchPrinting(batch.data)
  const stop = useStopBatch(id)
  // the notice offers to print it here
  useShowsShipment(id)
  const rows = useMemo(() => batch.data?.rows.map((row) => ({ ...row, id: String(row.position) })), [batch.data])
  const all = batch.data?.rows ?? []
  const look = useMemo(() => batchLook(t), [t])
  const refused = all.filter(({ shipment }) => shipment)
  const left = all.filter(({ state }) => state === 'waiting').length
  const printed = all.filter((row) => resultOf(row) === 'printed').length
  const total = all.length
  const spent = all.reduce((sum, { bought }) => sum + (bought?.amount ?? 0), 0)
  return (
    <div className={css.columns}>
      <div className={css.page}>
        {batch.data && (
          <Card>
            <BatchProgress
              title={t('many.progress', { printed, total })}
              note={t('many.progress_note', { bought: batch.data.bought, failed: batch.data.failed })}
              done={printed}
              total={total}
              leaving={t(batch.data.state === 'done' ? 'many.leaving_done' : 'many.leaving')}
              {...(left > 0 && { cancel: t('many.cancel', { count: left }) })}
              isCancelling={stop.isPending}
              onCancel={() => stop.mutate()}
            />
          </Card>
        )}
        {printing.stopped && (
          <>
            <PrintFailure progress={printing.stopped} isTest={false} onAgain={printing.printAgain} />
            <Button onPress={printing.skip}>{t('many.print_go_on')}</Button>
          </>
        )}
        {printing.toAsk.length > 0 && <AskCameOut shipments={printing.toAsk} />}
        <FilteredTable
          label={t('many.step.buy')}
          look={look}
          rows={rows}
          parts={RESULTS.map((value) => ({
            value,
            label: t(`many.result.${value}`),
            has: (row: ShownRow) => resultOf(row) === value,
          }))}
          {...(batch.isError && {
            failure: {
              at: batch.dataUpdatedAt > 0 ? new Date(batch.dataUpdatedAt) : undefined,
              retry: () => void batch.refetch(),
            },
          })}
          acts={
            <Button
              variant="link"
              icon={Download}
              isDisabled={!batch.data}
              onPress={() => batch.data && saveFile(batchCsv(batch.data.rows), `${id}.csv`)}
            >
              {t('many.csv')}
            </Button>
          }
        />
      </div>
      <aside className={css.side} aria-label={t('shipping.summary')}>
        <Card isRaised>
          <p className={css.total} aria-live="polite">
            <span>{t('many.spent')}</span>
            <Money pence={toPence(spent)} size="total" />
          </p>
          {refused.length > 0 && batch.data?.state === 'done' && (
            <Button isWide icon={RotateCcw} onPress={() => onAgain(refused)}>
              {t('many.again', { count: refused.length })}
            </Button>
          )}
          <LinkButton href={href('many')} isWide>
            {t('many.new')}
          </LinkButton>
        </Card>
      </aside>
    </div>
  )
}

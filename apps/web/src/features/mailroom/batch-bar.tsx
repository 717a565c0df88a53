import { useTranslation } from 'react-i18next'
import { X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { BatchProgress } from '../../ui/lists/batch-progress.tsx'
import css from './mailroom-page.module.css'
import type { useBatches } from './use-batches.ts'
import type { Worked } from './use-orders.ts'

/** The batch that is being bought and printed, and the way to stop what is not bought. */
export function BatchBar({ batches, worked }: { batches: ReturnType<typeof useBatches>; worked: Worked }) {
  const { t } = useTranslation()
  const { batch, isOwn, isPrinting, stop } = batches
  if (!batch) return null
  const { total, bought, failed, stopped, state } = batch
  const printedHere = new Set(
    [...worked.values()].filter(({ work }) => work.step === 'printed').map(({ item }) => item.pendingId),
  )
  // the server learns of a print a moment after this page
  const printed = batch.rows.filter((row) => row.bought?.print_state === 'printed' || printedHere.has(row.key)).length
  const left = batch.rows.filter((row) => row.state === 'waiting').length
  const parts = [
    t('mailroom.batch.bought', { count: bought }),
    ...(failed > 0 ? [t('mailroom.batch.failed', { count: failed })] : []),
    ...(stopped > 0 ? [t('mailroom.batch.stopped', { count: stopped })] : []),
    ...(left > 0 ? [t('mailroom.batch.left', { count: left })] : []),
  ]
  return (
    <section className={css.batch} aria-label={t('mailroom.batch.name')}>
      <BatchProgress
        title={t('mailroom.batch.printed', { printed, total })}
        done={printed + failed + stopped}
        total={total}
        note={parts.join(' · ')}
        leaving={t(state === 'done' ? 'mailroom.batch.done' : 'mailroom.batch.leaving')}
        {...(isOwn && left > 0 && { cancel: t('mailroom.batch.cancel', { count: left }) })}
        isCancelling={stop.isPending}
        onCancel={() => stop.mutate(batch.id)}
      />
      {isOwn && !isPrinting && bought > printed && (
        <Button onPress={batches.printHere}>{t('mailroom.batch.print_here')}</Button>
      )}
      {isOwn && state === 'done' && <IconButton icon={X} label={t('common.close')} onPress={batches.dismiss} />}
    </section>
  )
}

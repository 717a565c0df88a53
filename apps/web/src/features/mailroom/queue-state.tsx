import type { UseQueryResult } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { loadingOf } from '../../ui/lists/query-state.ts'
import { TableState } from '../../ui/lists/table-state.tsx'
import type { Queue } from './rows/queue-query.ts'

interface QueueStateProps {
  queue: UseQueryResult<Queue>
  visible: number
  total: number
  onClear: () => void
}

/** What stands beside the rows: loading, a lost connection, no rows. */
export function QueueState({ queue, visible, total, onClear }: QueueStateProps) {
  const { t } = useTranslation()
  const { data } = queue
  return (
    <TableState
      rows={data && Array.from({ length: visible })}
      label={t('mailroom.queue')}
      failure={loadingOf(queue).failure}
      isLoading={data?.isComplete === false}
      columns={4}
      rowHeight={32}
      empty={
        <EmptyState
          icon={Inbox}
          title={t(total === 0 ? 'mailroom.empty' : 'mailroom.none_here')}
          action={total === 0 ? undefined : <Button onPress={onClear}>{t('mailroom.show_all')}</Button>}
        >
          {total === 0 && <p>{t('mailroom.empty_text')}</p>}
        </EmptyState>
      }
    />
  )
}

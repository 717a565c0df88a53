import type { PrintJob } from '@postroom/contract/device-messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '../../device/device-context.tsx'
import { failureWords } from '../../printing/failure-words.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './jobs-card.module.css'

const SHOWN = 10
const ASK_TIMEOUT_MS = 5_000

const TONES = {
  queued: 'info',
  sending: 'info',
  spooled: 'info',
  printed: 'good',
  failed: 'error',
  unknown: 'warn',
  cancelled: 'neutral',
} as const satisfies Record<PrintJob['state'], Tone>

/** What the device manager printed last, and what it says became of it. */
export function JobsCard() {
  const { t } = useTranslation()
  const jobs = useRecentJobs()
  return (
    <Card title={t('device.jobs')}>
      {jobs.length === 0 ? (
        <EmptyState icon={FileText} title={t('device.no_jobs')}>
          {t('device.no_jobs_text')}
        </EmptyState>
      ) : (
        <ul className={css.jobs}>
          {jobs.map((job) => (
            <JobRow key={job.job_id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function JobRow({ job }: { job: PrintJob }) {
  const { t, i18n } = useTranslation()
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  return (
    <li className={css.job}>
      <span className={css.words}>
        <strong>{job.title}</strong>
        <span className={css.quiet}>
          {t(`device.kind.${job.kind}`)} ·{' '}
          <time dateTime={job.updated_at}>{when.format(new Date(job.updated_at))}</time>
        </span>
        {job.error && (
          <span className={css.quiet}>{failureWords({ ...job.error, sizes: job.error.paper }, job.kind, i18n)}</span>
        )}
      </span>
      <Badge tone={TONES[job.state]}>{t(`device.job_state.${job.state}`)}</Badge>
    </li>
  )
}

/** Newest first, and fresh at every news of a job. */
function useRecentJobs(): readonly PrintJob[] {
  const { hub, state, request, onJob } = useDevice()
  const queryClient = useQueryClient()
  const jobs = useQuery({
    queryKey: ['jobs', hub?.id],
    queryFn: () => request('jobs.list', {}, { timeoutMs: ASK_TIMEOUT_MS }),
    enabled: state === 'connected',
    retry: false,
    meta: { isQuiet: true },
  })
  useEffect(() => onJob(() => void queryClient.invalidateQueries({ queryKey: ['jobs'] })), [onJob, queryClient])
  return (jobs.data?.jobs ?? []).toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, SHOWN)
}

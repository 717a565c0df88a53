import type { PrintJob } from '@postroom/contract/device-messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '../../device/device-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { JobRow } from './job-row.tsx'
import css from './jobs-card.module.css'
import { keepSeenJob, seenJobs } from './seen-jobs.ts'

const SHOWN = 10
const ASK_TIMEOUT_MS = 5_000

/** What the device manager printed last, and what it says became of it. */
export function JobsCard() {
  const { t } = useTranslation()
  const { state } = useDevice()
  const jobs = useJobs()
  return (
    <Card title={t('device.jobs')}>
      {jobs.data ? (
        <JobList jobs={jobs.data.jobs} />
      ) : state !== 'connected' ? (
        <EmptyState icon={FileText} title={t('device.jobs_away')} />
      ) : jobs.isError ? (
        <Notice tone="error" action={<Button onPress={() => void jobs.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      ) : (
        <Progress label={t('common.loading')} />
      )}
    </Card>
  )
}

/** What waits for a person's word first, then the newest. */
function JobList({ jobs }: { jobs: readonly PrintJob[] }) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(() => seenJobs(localStorage))
  const isOpen = ({ state, job_id }: PrintJob) => state === 'unknown' && !seen.includes(job_id)
  const shown = jobs
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.created_at.localeCompare(a.created_at))
    .slice(0, SHOWN)
  if (shown.length === 0)
    return (
      <EmptyState icon={FileText} title={t('device.no_jobs')}>
        {t('device.no_jobs_text')}
      </EmptyState>
    )
  return (
    <ul className={css.jobs}>
      {shown.map((job) => (
        <JobRow
          key={job.job_id}
          job={job}
          isOpen={isOpen(job)}
          onSeen={() => setSeen(keepSeenJob(localStorage, job.job_id))}
        />
      ))}
    </ul>
  )
}

/** Fresh at every news of a job. */
function useJobs() {
  const { hub, state, request, onJob } = useDevice()
  const queryClient = useQueryClient()
  useEffect(() => onJob(() => void queryClient.invalidateQueries({ queryKey: ['jobs'] })), [onJob, queryClient])
  return useQuery({
    queryKey: ['jobs', hub?.id],
    queryFn: () => request('jobs.list', {}, { timeoutMs: ASK_TIMEOUT_MS }),
    enabled: state === 'connected',
    retry: false,
    meta: { isQuiet: true },
  })
}

import type { PrintJob } from '@postroom/contract/device-messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import type { Device } from '../../device/device-connector.tsx'
import { keepJob, keptJobs } from '../../printing/kept-jobs.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { JobRow } from './job-row.tsx'
import css from './jobs-card.module.css'

const SHOWN = 10
const ASK_TIMEOUT_MS = 5_000

/** The last jobs of this device manager, and those this browser sent to others, with their outcome. */
export function JobsCard() {
  const { t } = useTranslation()
  const { main, inUse } = useDevices()
  return (
    <Card title={t('device.jobs')}>
      <JobsOf device={main} />
      {inUse
        .filter((device) => device !== main)
        .map((device) => (
          <SentJobs key={device.hub?.id} device={device} />
        ))}
    </Card>
  )
}

function JobsOf({ device }: { device: Device }) {
  const { t } = useTranslation()
  const jobs = useJobs(device)
  if (jobs.data) return <JobList device={device} jobs={jobs.data.jobs} />
  if (device.state !== 'connected') return <EmptyState icon={FileText} title={t('device.jobs_away')} />
  if (!jobs.isError) return <Progress label={t('common.loading')} />
  return (
    <Notice tone="error" action={<Button onPress={() => void jobs.refetch()}>{t('common.try_again')}</Button>}>
      {t('common.could_not_load')}
    </Notice>
  )
}

/** Only this browser's jobs: other users' jobs there are private. */
function SentJobs({ device }: { device: Device }) {
  const { t } = useTranslation()
  const jobs = useJobs(device)
  const sent = keptJobs(localStorage, 'sent')
  const own = jobs.data?.jobs.filter(({ job_id }) => sent.includes(job_id)) ?? []
  if (own.length === 0) return null
  return (
    <section aria-label={t('device.sent_to', { alias: device.hub?.alias })}>
      <h3 className={css.place}>{t('device.sent_to', { alias: device.hub?.alias })}</h3>
      <JobList device={device} jobs={own} />
    </section>
  )
}

/** Jobs that the user must check come first, then the newest. */
function JobList({ device, jobs }: { device: Device; jobs: readonly PrintJob[] }) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(() => keptJobs(localStorage, 'seen'))
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
          device={device}
          job={job}
          isOpen={isOpen(job)}
          onSeen={() => setSeen(keepJob(localStorage, 'seen', job.job_id))}
        />
      ))}
    </ul>
  )
}

/** Updated by every job event. */
function useJobs({ hub, state, request, onJob }: Device) {
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

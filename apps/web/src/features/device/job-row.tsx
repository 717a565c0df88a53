import type { PrintJob } from '@postroom/contract/device-messages'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../device/device-connector.tsx'
import { failureText } from '../../printing/failure-text.ts'
import { orderOfJob } from '../../printing/printed-documents.ts'
import { failedOf, isFinal } from '../../printing/print-progress.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { usePrint } from '../../printing/use-print.ts'
import { localeOf } from '../../i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { CancelJobButton } from './cancel-job-button.tsx'
import css from './jobs-card.module.css'

const TONES = {
  queued: 'info',
  sending: 'info',
  spooled: 'info',
  printed: 'good',
  failed: 'error',
  unknown: 'warn',
  cancelled: 'neutral',
} as const satisfies Record<PrintJob['state'], Tone>

interface JobRowProps {
  /** Where it is printed. */
  device: Pick<Device, 'request' | 'isPaused'>
  job: PrintJob
  /** Its outcome is unknown, and the user has not checked the printer yet. */
  isOpen: boolean
  onSeen: () => void
}

/** One job: its title, its state, and what the user can do. */
export function JobRow({ device, job, isOpen, onSeen }: JobRowProps) {
  const { t, i18n } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  // the buttons disappear, so the row keeps the focus for keyboard users
  const keepPlace = () => row.current?.focus()
  const { progress, again } = usePrintAgain(job, onSeen)
  const isSeen = job.state === 'unknown' && !isOpen
  const canPrintAgain = (isOpen || job.state === 'failed' || job.state === 'cancelled') && progress.phase === 'IDLE'
  const asksToLook = isOpen && progress.phase !== 'PRINTING'
  function printAgain(): void {
    keepPlace()
    void again?.()
  }
  return (
    <li className={css.job} ref={row} tabIndex={-1}>
      <div className={css.head}>
        <JobTitle job={job} />
        <Badge tone={isSeen ? 'neutral' : TONES[job.state]}>
          {t(`device.job_state.${isSeen ? 'seen' : job.state}`)}
        </Badge>
      </div>
      {!isFinal(job) && <JobProgress job={job} isPaused={device.isPaused} />}
      {job.error && job.state !== 'unknown' && (
        <p className={css.quiet}>{failureText({ ...job.error, sizes: job.error.media }, job.kind, i18n)}</p>
      )}
      {asksToLook && <p>{t('device.came_out')}</p>}
      <div className={css.acts}>
        {!isFinal(job) && <CancelJobButton device={device} job={job} onAsked={keepPlace} />}
        {asksToLook && (
          <Button
            onPress={() => {
              keepPlace()
              onSeen()
            }}
            aria-label={t('device.yes_of', { title: job.title })}
          >
            {t('device.came_out_yes')}
          </Button>
        )}
        {again && canPrintAgain && (
          <>
            <Button onPress={printAgain} aria-label={t('device.again_of', { title: job.title })}>
              {t('device.again')}
            </Button>
            <span className={css.quiet}>{t('device.again_free')}</span>
          </>
        )}
      </div>
      <PrintStatus progress={progress} onAgain={printAgain} />
    </li>
  )
}

function JobTitle({ job: { title, kind, created_at } }: { job: PrintJob }) {
  const { t, i18n } = useTranslation()
  const when = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'short', timeStyle: 'short' })
  return (
    <span className={css.text}>
      <strong>{title}</strong>
      <span className={css.quiet}>
        {t(`device.kind.${kind}`)} · <time dateTime={created_at}>{when.format(new Date(created_at))}</time>
      </span>
    </span>
  )
}

/** 'Sending to the printer · 3 of 12' */
function JobProgress({ job, isPaused }: { job: PrintJob; isPaused: boolean }) {
  const { t } = useTranslation()
  const { state, labels = 0, printed_labels = 0 } = job
  const words = t(`printing.${isPaused && state === 'queued' ? 'held' : state}`)
  if (labels < 2) return <Progress label={words} />
  const count = t('device.labels_of', { printed: printed_labels, labels })
  return <Progress label={`${words} · ${count}`} percent={(100 * printed_labels) / labels} />
}

/**
 * Reprints the same document as a new, free job. Only jobs of shipments can be reprinted.
 * @param onSent called unless it is certain that nothing came out; then the question about this job stays open
 */
function usePrintAgain({ job_id, kind }: PrintJob, onSent: () => void) {
  const { progress, reprintDocument } = usePrint()
  const order = orderOfJob(job_id)
  async function again({ shipmentId, document }: NonNullable<typeof order>): Promise<void> {
    const end = await reprintDocument(shipmentId, { document, kind })
    if (failedOf(end).every(({ uncertain }) => uncertain)) onSent()
  }
  return { progress, again: order && (() => again(order)) }
}

import type { PrintJob } from '@postroom/contract/device-messages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../device/device-connector.tsx'
import { Button } from '../../ui/button.tsx'
import { notifyDeviceFailure } from '../../device/device-failure.ts'

const ANSWER_WITHIN_MS = 5_000

interface CancelJobButtonProps {
  device: Pick<Device, 'request'>
  job: Pick<PrintJob, 'job_id' | 'title'>
  onAsked: () => void
}

/** Cancels a job. A label in flight still comes out; the job's events report the outcome. */
export function CancelJobButton({ device, job: { job_id, title }, onAsked }: CancelJobButtonProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  async function cancel(): Promise<void> {
    setAsked(true)
    onAsked()
    try {
      await device.request('print.cancel', { job_id }, { timeoutMs: ANSWER_WITHIN_MS })
    } catch (cause) {
      setAsked(false)
      notifyDeviceFailure(cause)
    }
  }
  return (
    <Button isPending={isAsked} onPress={() => void cancel()} aria-label={t('device.cancel_of', { title })}>
      {t('common.cancel')}
    </Button>
  )
}

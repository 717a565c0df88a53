import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from 'react-aria-components'
import { Button } from '../button.tsx'
import css from './batch-progress.module.css'

export interface BatchProgressProps {
  /** With both numbers: 'Buying and printing: 7 of 40 printed'. */
  title: string
  done: number
  total: number
  /** Beside the title: the parts, the time left. */
  note?: ReactNode
  /** What happens if one leaves the page. */
  leaving: string
  /** Names what is left: 'Cancel the 30 to come'. Absent when nothing can be cancelled any more. */
  cancel?: string
  isCancelling?: boolean
  onCancel?: () => void
}

/** The progress of a batch: what is done of how many, and the way to stop the rest. */
export function BatchProgress(props: BatchProgressProps) {
  const { title, done, total, note, leaving, cancel, isCancelling = false, onCancel } = props
  const { t } = useTranslation()
  const percent = total === 0 ? 100 : (done / total) * 100
  return (
    <div className={css.batch}>
      <p className={css.title}>{title}</p>
      {note !== undefined && <p className={css.note}>{note}</p>}
      <ProgressBar
        aria-label={title}
        value={done}
        maxValue={Math.max(total, 1)}
        valueLabel={t('table.of', { done, total })}
        className={css.bar ?? ''}
      >
        <span className={css.rail}>
          <span className={css.done} style={{ width: `${percent}%` }} />
        </span>
      </ProgressBar>
      <p className={css.leaving}>{leaving}</p>
      {cancel !== undefined && (
        <Button isPending={isCancelling} {...(onCancel && { onPress: onCancel })}>
          {cancel}
        </Button>
      )}
    </div>
  )
}

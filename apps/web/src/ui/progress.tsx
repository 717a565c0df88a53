import { useTranslation } from 'react-i18next'
import { ProgressBar as AriaProgressBar } from 'react-aria-components'
import css from './progress.module.css'

export interface SpinnerProps {
  /** Pixels. */
  size?: number
  /** What is loading; 'Working' by default. */
  label?: string
}

/** An operation of unknown length is in progress. */
export function Spinner({ size = 20, label }: SpinnerProps) {
  const { t } = useTranslation()
  return (
    <AriaProgressBar isIndeterminate aria-label={label ?? t('common.working')} className={css.spinner ?? ''}>
      <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" className={css.track} />
        <path d="M10 2a8 8 0 0 1 8 8" className={css.arc} />
      </svg>
    </AriaProgressBar>
  )
}

export interface ProgressProps {
  label: string
  /** 0 to 100; undefined when the length is unknown. */
  percent?: number
}

/** A progress bar with its label above it. */
export function Progress({ label, percent }: ProgressProps) {
  return (
    <AriaProgressBar
      {...(percent === undefined ? { isIndeterminate: true } : { value: percent })}
      aria-label={label}
      className={css.progress ?? ''}
    >
      <span className={css.label}>{label}</span>
      <span className={css.rail}>
        {percent === undefined ? (
          <span className={css.running} />
        ) : (
          <span className={css.bar} style={{ width: `${percent}%` }} />
        )}
      </span>
    </AriaProgressBar>
  )
}

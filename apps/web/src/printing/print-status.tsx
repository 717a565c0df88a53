import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import type { PrintProgress } from './print-progress.ts'

/** Where a print stands, in words, with the next act. Shows nothing before the first one. */
export function PrintStatus(props: {
  progress: PrintProgress
  isTest?: boolean
  /** Prints once more, on purpose. */
  onAgain?: () => void
  /** The person has looked, and the label is there. */
  onCameOut?: () => void
}) {
  const { progress, isTest = false, onAgain, onCameOut } = props
  const { t } = useTranslation()
  switch (progress.phase) {
    case 'IDLE':
      return null
    case 'PRINTING':
    case 'TEST':
      return (
        <div aria-live="polite">
          <Progress label={progress.job ? t(`printing.${progress.job.state}`) : t('printing.running_plain')} />
          {progress.phase === 'TEST' && <p>{t('printing.test')}</p>}
        </div>
      )
    case 'DONE':
      return (
        <Notice tone="good" isLive>
          {t(isTest ? 'printing.done_test' : 'printing.done')}
        </Notice>
      )
    case 'ERROR':
      return (
        <Notice
          tone={progress.uncertain ? 'warn' : 'error'}
          isLive
          title={t(progress.uncertain ? 'printing.unknown' : 'printing.error')}
          action={
            <>
              {onAgain && <Button onPress={onAgain}>{t('printing.again')}</Button>}
              {progress.uncertain && onCameOut && <Button onPress={onCameOut}>{t('printing.came_out')}</Button>}
            </>
          }
        >
          <p>{progress.uncertain ? t('printing.check_printer') : reasonOf(progress, t)}</p>
          {!progress.uncertain && !isTest && <p>{t('printing.free_again')}</p>}
        </Notice>
      )
  }
}

/** The device manager's reason in the user's language; what it or the server said when the code is newer than this page. */
function reasonOf({ code, description }: { code: string; description: string }, t: TFunction): string {
  const keys = [`deviceError.${code}`, `printing.refusal.${code}`, `backendError.${code}`]
  return t(keys, { defaultValue: description || code })
}

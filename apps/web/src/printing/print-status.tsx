import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { nounOf } from './printed-documents.ts'
import { atPlace } from './at-place.ts'
import { PrintFailure, type PrintActs } from './print-failure.tsx'
import type { PrintProgress } from './print-progress.ts'

/** The progress of a print as text, with the next action. Renders nothing before the first print. */
export function PrintStatus({
  progress,
  isTest = false,
  ...acts
}: PrintActs & { progress: PrintProgress; isTest?: boolean }) {
  const { t } = useTranslation()
  switch (progress.phase) {
    case 'IDLE':
      return null
    case 'PRINTING':
    case 'TEST':
      return (
        <div aria-live="polite">
          <Progress label={runningText(progress, t)} />
          {progress.phase === 'TEST' && <p>{t('printing.test')}</p>}
        </div>
      )
    case 'DONE':
      return (
        <Notice tone="good" isLive>
          {progress.documents.map(({ document, place }) => (
            <p key={document}>
              {atPlace(place, t(`printing.${nounOf(document)}.${isTest ? 'done_test' : 'done'}`), t)}
            </p>
          ))}
        </Notice>
      )
    case 'ERROR':
      return <PrintFailure progress={progress} isTest={isTest} {...acts} />
  }
}

/** 'The printer is working', or with several documents 'Customs form CN22 (2 of 2): the printer is working'. */
function runningText({ documents }: PrintProgress, t: TFunction): string {
  const index = documents.findIndex(({ phase }) => phase === 'PRINTING')
  const now = documents[index]
  const state = t(`printing.${now?.phase === 'PRINTING' && now.job ? now.job.state : 'running_plain'}`)
  if (!now || documents.length === 1) return atPlace(now?.place, state, t)
  const values = { document: t(`printing.document.${now.document}`), number: index + 1, of: documents.length, state }
  return atPlace(now.place, t('printing.running', values), t)
}

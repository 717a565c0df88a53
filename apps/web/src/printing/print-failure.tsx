import type { i18n, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { failureText } from './failure-text.ts'
import { nounOf } from './printed-documents.ts'
import { atPlace } from './at-place.ts'
import { failedOf, type DocumentProgress, type PrintProgress } from './print-progress.ts'

export interface PrintActs {
  /** Reprints the missing documents. */
  onAgain?: () => void
  /** The user has checked that this document came out. */
  onCameOut?: (document: DocumentProgress) => void
}

/** Which documents did not come out, or may not have, and why; lists those that did as well. */
export function PrintFailure(props: PrintActs & { progress: PrintProgress; isTest: boolean }) {
  const { progress, isTest, onAgain, onCameOut } = props
  const { t, i18n } = useTranslation()
  const failed = failedOf(progress)
  const [only] = failed
  const uncertain = failed.filter((document) => document.uncertain)
  const isCertain = uncertain.length < failed.length
  const isPart = failed.length < progress.documents.length
  const again = only && isPart ? t(`printing.${nounOf(only.document)}.again`) : t('printing.again')
  return (
    <Notice
      tone={isCertain ? 'error' : 'warn'}
      isLive
      title={titleText(progress, t)}
      action={
        <>
          {onAgain && <Button onPress={onAgain}>{again}</Button>}
          {onCameOut &&
            uncertain.map((document) => (
              <Button key={document.document} onPress={() => onCameOut(document)}>
                {t(`printing.${nounOf(document.document)}.came_out`)}
              </Button>
            ))}
        </>
      }
    >
      {progress.documents.length > 1
        ? progress.documents.map((document) => <p key={document.document}>{sentenceOf(document, i18n)}</p>)
        : only && (!only.uncertain || only.code === 'print_claimed') && <p>{failureText(only, only.kind, i18n)}</p>}
      {uncertain.length > 0 && <p>{t('printing.check_printer')}</p>}
      {isCertain && !isTest && <p>{t('printing.free_again')}</p>}
    </Notice>
  )
}

function titleText({ documents }: PrintProgress, t: TFunction): string {
  const [first] = documents
  if (!first || documents.length > 1) return t('printing.not_all')
  const isUncertain = first.phase === 'ERROR' && first.uncertain
  return atPlace(first.place, t(isUncertain ? 'printing.unknown' : `printing.${nounOf(first.document)}.error`), t)
}

/** 'The label is printed.' 'At Office PC: The customs form is not printed: The printer has stopped.' */
const sentenceOf = (document: DocumentProgress, i18n: i18n): string =>
  atPlace(document.place, textOf(document, i18n), i18n.t)

function textOf(document: DocumentProgress, i18n: i18n): string {
  const { t } = i18n
  const noun = nounOf(document.document)
  if (document.phase !== 'ERROR') return t(`printing.${noun}.done`)
  if (document.uncertain) return t(`printing.${noun}.unknown`)
  return t(`printing.${noun}.not`, { reason: failureText(document, document.kind, i18n) })
}

import type { i18n, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { failureWords } from './failure-words.ts'
import { nounOf } from './papers.ts'
import { atPlace } from './place-words.ts'
import { failedOf, type PaperProgress, type PrintProgress } from './print-progress.ts'

export interface PrintActs {
  /** Prints the papers that are missing once more, on purpose. */
  onAgain?: () => void
  /** The person has looked, and this paper is there. */
  onCameOut?: (paper: PaperProgress) => void
}

/** Which papers did not come out, or may not have, and why; what did come out is told with them. */
export function PrintFailure(props: PrintActs & { progress: PrintProgress; isTest: boolean }) {
  const { progress, isTest, onAgain, onCameOut } = props
  const { t, i18n } = useTranslation()
  const failed = failedOf(progress)
  const [only] = failed
  const uncertain = failed.filter((paper) => paper.uncertain)
  const isCertain = uncertain.length < failed.length
  const isPart = failed.length < progress.papers.length
  const again = only && isPart ? t(`printing.${nounOf(only.paper)}.again`) : t('printing.again')
  return (
    <Notice
      tone={isCertain ? 'error' : 'warn'}
      isLive
      title={titleWords(progress, t)}
      action={
        <>
          {onAgain && <Button onPress={onAgain}>{again}</Button>}
          {onCameOut &&
            uncertain.map((paper) => (
              <Button key={paper.paper} onPress={() => onCameOut(paper)}>
                {t(`printing.${nounOf(paper.paper)}.came_out`)}
              </Button>
            ))}
        </>
      }
    >
      {progress.papers.length > 1
        ? progress.papers.map((paper) => <p key={paper.paper}>{sentenceOf(paper, i18n)}</p>)
        : only && (!only.uncertain || only.code === 'print_claimed') && <p>{failureWords(only, only.kind, i18n)}</p>}
      {uncertain.length > 0 && <p>{t('printing.check_printer')}</p>}
      {isCertain && !isTest && <p>{t('printing.free_again')}</p>}
    </Notice>
  )
}

function titleWords({ papers }: PrintProgress, t: TFunction): string {
  const [first] = papers
  if (!first || papers.length > 1) return t('printing.not_all')
  const isUncertain = first.phase === 'ERROR' && first.uncertain
  return atPlace(first.place, t(isUncertain ? 'printing.unknown' : `printing.${nounOf(first.paper)}.error`), t)
}

/** 'The label is printed.' 'At Office PC: The customs form is not printed: The printer has stopped.' */
const sentenceOf = (paper: PaperProgress, i18n: i18n): string => atPlace(paper.place, wordsOf(paper, i18n), i18n.t)

function wordsOf(paper: PaperProgress, i18n: i18n): string {
  const { t } = i18n
  const noun = nounOf(paper.paper)
  if (paper.phase !== 'ERROR') return t(`printing.${noun}.done`)
  if (paper.uncertain) return t(`printing.${noun}.unknown`)
  return t(`printing.${noun}.not`, { reason: failureWords(paper, paper.kind, i18n) })
}

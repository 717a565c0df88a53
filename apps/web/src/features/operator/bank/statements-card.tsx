import type { BankLine } from '@postroom/contract/bank-statement'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ImportStatementDialog } from './import-statement-dialog.tsx'
import css from '../operator.module.css'
import { LinesAside } from './lines-aside.tsx'
import { linesQuery } from './statement-queries.ts'
import { TransferRow } from './transfer-row.tsx'

/** Transfers of the imported bank statements about which nothing is decided: first those that name a top-up, then the rest. */
export function StatementsCard() {
  const { t } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <Card
        title={t('statements.title')}
        action={
          <Button icon={FileUp} onPress={() => setImporting(true)}>
            {t('statements.import')}
          </Button>
        }
      >
        <OpenLines />
        <LinesAside />
      </Card>
      {isImporting && <ImportStatementDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function OpenLines() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(linesQuery('open'))
  if (isError)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('statements.not_loaded')}
      </Notice>
    )
  if (!data) return <p>{t('common.loading')}</p>
  if (data.total === 0) return <p>{t('statements.none')}</p>
  const { fitting, others } = Object.groupBy(data.data, (line) => (canBeConfirmed(line) ? 'fitting' : 'others'))
  return (
    <>
      {data.total > data.data.length && <p>{t('statements.newest', { shown: data.data.length, count: data.total })}</p>}
      {fitting && <Lines title={t('statements.to_confirm')} lines={fitting} />}
      {others && <Lines title={t('statements.unmatched')} note={t('statements.unmatched_hint')} lines={others} />}
    </>
  )
}

const canBeConfirmed = ({ verdict, proposals }: BankLine): boolean =>
  verdict !== 'amount_differs' && proposals.length > 0

function Lines({ title, note, lines }: { title: string; note?: string; lines: readonly BankLine[] }) {
  return (
    <section className={css.group}>
      <h3>{title}</h3>
      {note !== undefined && <p className={css.note}>{note}</p>}
      <ul className={css.waiting}>
        {lines.map((line) => (
          <TransferRow key={line.id} line={line} canBeConfirmed={canBeConfirmed(line)} />
        ))}
      </ul>
    </section>
  )
}

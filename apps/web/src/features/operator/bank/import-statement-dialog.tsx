import type { StatementImport } from '@postroom/contract/bank-statement'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { ImportFailure } from '../../../forms/import-problems.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import css from '../operator.module.css'
import { useImport } from './statement-queries.ts'

/** Imports a statement: an XML file at once, a CSV file once its account is named. Ends with what was new. */
export function ImportStatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [account, setAccount] = useState('')
  const [isAsked, setAsked] = useState(false)
  const statement = useImport()
  const file = useMutation({
    mutationFn: async (chosen: File) => {
      const text = await chosen.text()
      return { text, name: chosen.name, isCsv: !text.trimStart().startsWith('<') }
    },
    onSuccess: (read) => {
      statement.reset()
      if (!read.isCsv) statement.mutate({ ...read, account: '' })
    },
    meta: { isQuiet: true },
  })
  const csv = file.data?.isCsv === true && !statement.data ? file.data : undefined
  const send = () => {
    setAsked(true)
    if (csv && account.trim() !== '') statement.mutate({ ...csv, account: account.trim() })
  }
  return (
    <Dialog
      title={t('statements.import')}
      isOpen
      onClose={onClose}
      actions={
        <>
          {csv && (
            <Button variant="primary" isPending={statement.isPending} onPress={send}>
              {t('statements.import_file', { name: csv.name })}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={['.xml', '.csv', 'application/xml', 'text/xml', 'text/csv']}
            onSelect={(files) => {
              const chosen = files?.item(0)
              if (chosen) file.mutate(chosen)
            }}
          >
            <Button icon={FileUp} isPending={file.isPending || (statement.isPending && !csv)}>
              {t(file.data ? 'file.choose_another' : 'file.choose')}
            </Button>
          </FileTrigger>
        </>
      }
    >
      {!file.data && <p>{t('statements.import_text')}</p>}
      {file.isError && (
        <Notice tone="error" isLive>
          {t('statements.unreadable')}
        </Notice>
      )}
      {csv && (
        <TextField
          name="bank-account"
          label={t('statements.account')}
          description={t('statements.account_hint')}
          autoComplete="off"
          maxLength={50}
          value={account}
          onChange={setAccount}
          error={isAsked && account.trim() === '' ? t('fieldError.required') : undefined}
        />
      )}
      {statement.error && file.data && (
        <ImportFailure
          error={statement.error}
          name={file.data.name}
          unit={file.data.isCsv ? 'row' : 'entry'}
          noAnswer={t('statements.no_answer')}
        />
      )}
      {statement.data && <Imported outcome={statement.data} />}
    </Dialog>
  )
}

function Imported({ outcome: { imported, repeated, ignored, ignored_entries } }: { outcome: StatementImport }) {
  const { t, i18n } = useTranslation()
  const dayOf = (day: string) =>
    new Date(day).toLocaleDateString(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <>
      <Notice tone={imported > 0 ? 'good' : 'info'} isLive>
        {t('statements.imported', { count: imported })} {repeated > 0 && t('statements.repeated', { count: repeated })}
      </Notice>
      {ignored > 0 && (
        <details>
          <summary>{t('statements.ignored', { count: ignored })}</summary>
          <ul className={css.waiting}>
            {ignored_entries.map(({ day, amount, reason }, index) => (
              // entries of a file have no other identity, and their order never changes
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <span>
                  {dayOf(day)} · {amount}
                </span>
                <span>{t(`statements.reason.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

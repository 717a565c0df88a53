import { addDays, ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { ImportFailure } from '../../../forms/import-problems.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormActs } from '../../../ui/form-acts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AccountChoice } from '../invoices/account-choice.tsx'
import css from '../invoices/invoices.module.css'
import { useAddContract, useCheckContract, type OfferedPrices } from './contract-queries.ts'
import { Findings } from './findings.tsx'

/** Asks for account, first day and file, shows what the file would change, and adds it then. */
export function AddContractDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [account, setAccount] = useState<string>()
  const [from, setFrom] = useState<CalendarDate>(() => addDays(ukDateOf(new Date()), 1))
  const [file, setFile] = useState<File>()
  const [isAsked, setAsked] = useState(false)
  const checking = useCheckContract()
  const adding = useAddContract()
  const checked = checking.data
  const mayAdd = checked !== undefined && checked.errors.length === 0
  const failure = adding.error ?? checking.error

  /** What was checked is what is added. */
  const changed = () => {
    checking.reset()
    adding.reset()
  }
  const send = () => {
    setAsked(true)
    if (account === undefined || from === '' || !file) return
    const offered: OfferedPrices = { account, from, file }
    if (mayAdd) adding.mutate(offered, { onSuccess: onClose })
    else checking.mutate(offered)
  }
  return (
    <Dialog title={t('contract.add')} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('contract.add_text')}</p>
        <AccountChoice
          label={t('contract.account')}
          none={t('contract.choose_account')}
          value={account}
          error={isAsked && account === undefined ? t('contract.account_missing') : undefined}
          onChange={(chosen) => {
            changed()
            setAccount(chosen)
          }}
        />
        <TextField
          type="date"
          name="contract-from"
          label={t('contract.from')}
          hint={t('contract.from_hint')}
          value={from}
          error={isAsked && from === '' ? t('contract.from_missing') : undefined}
          onChange={(day) => {
            changed()
            setFrom(day)
          }}
        />
        <div className={css.file}>
          <FileTrigger
            acceptedFileTypes={['text/csv', '.csv']}
            onSelect={(files) => {
              changed()
              setFile(files?.item(0) ?? undefined)
            }}
          >
            <Button icon={FileUp}>{t(file ? 'file.choose_another' : 'file.choose')}</Button>
          </FileTrigger>
          {file?.name}
        </div>
        {isAsked && !file && (
          <Notice tone="error" isLive>
            {t('contract.file_missing')}
          </Notice>
        )}
        {failure && file && <ImportFailure error={failure} name={file.name} noAnswer={t('contract.no_answer')} />}
        {checked && file && <Findings checked={checked} name={file.name} />}
        <FormActs
          submit={t(mayAdd ? 'contract.add_act' : 'contract.check')}
          isPending={checking.isPending || adding.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

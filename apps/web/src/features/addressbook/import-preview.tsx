import type { importAddresses } from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { fieldErrorText, formErrorOf } from '../../forms/form-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { nameOf } from './address-columns.tsx'
import css from './addressbook.module.css'

/** What is wrong in a file, row by row with the numbers of the spreadsheet; otherwise its first addresses. */
export function ImportPreview({ name, answer }: { name: string; answer: AnswerOf<typeof importAddresses> }) {
  const { t } = useTranslation()
  const { rows, problems, data } = answer
  if (problems.length > 0)
    return (
      <>
        <Notice tone="error" isLive title={t('addressbook.import_problems', { count: problems.length, name })}>
          {t('addressbook.import_nothing')}
        </Notice>
        <ul className={css.problems}>
          {problems.map((problem) => {
            const [row = '', column = ''] = problem.field.split('.')
            return (
              <li key={problem.field}>
                <b>{t('addressbook.import_row', { row, column })}</b>{' '}
                {fieldErrorText(t, formErrorOf(problem, 'server'))}
              </li>
            )
          })}
        </ul>
      </>
    )
  return (
    <>
      <Notice tone={rows === 0 ? 'warn' : 'good'} isLive>
        {t('addressbook.import_ready', { count: rows, name })}
      </Notice>
      <ul className={css.problems}>
        {data.map((address, index) => (
          // rows of a file have no other identity, and their order never changes
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <b>{nameOf(address)}</b> {[address.address1, address.city, address.postal_code].join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

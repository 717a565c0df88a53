import type { importAddresses } from '@postroom/contract/address-book'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useTranslation } from 'react-i18next'
import { ImportProblems } from '../../forms/import-problems.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './addressbook.module.css'

/** What is wrong in a file, row by row with the numbers of the spreadsheet; otherwise its first addresses. */
export function ImportPreview({ name, answer }: { name: string; answer: AnswerOf<typeof importAddresses> }) {
  const { t } = useTranslation()
  const { rows, problems, data } = answer
  if (problems.length > 0) return <ImportProblems name={name} problems={problems} />
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
            <b>{companyOrPerson(address)}</b> {[address.address1, address.city, address.postal_code].join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

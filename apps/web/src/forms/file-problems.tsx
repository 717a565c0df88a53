import type { FieldError } from '@postroom/contract/errors'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import css from './file-problems.module.css'
import { fieldErrorText, formErrorOf } from './form-error.ts'

interface FileProblemsProps {
  name: string
  /** Their fields are `{row}.{column}`, as a spreadsheet counts. */
  problems: readonly Pick<FieldError, 'field' | 'code' | 'details'>[]
}

/** What is wrong in an imported file, row by row. Nothing of it was kept. */
export function FileProblems({ name, problems }: FileProblemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="error" isLive title={t('file.problems', { count: problems.length, name })}>
        {t('file.nothing_kept')}
      </Notice>
      <ul className={css.problems}>
        {problems.map((problem) => {
          const [row = '', column] = problem.field.split('.')
          return (
            <li key={problem.field}>
              <b>{column === undefined ? t('file.row', { row }) : t('file.cell', { row, column })}</b>{' '}
              {fieldErrorText(t, formErrorOf(problem, 'server'))}
            </li>
          )
        })}
      </ul>
    </>
  )
}

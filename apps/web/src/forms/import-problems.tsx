import type { FieldError } from '@postroom/contract/errors'
import { useTranslation } from 'react-i18next'
import { ApiError, isUnreachable } from '../api/api-error.ts'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorText, formErrorOf } from './form-error.ts'
import css from './import-problems.module.css'

interface ImportProblemsProps {
  /** Of the file. */
  name: string
  /** Their fields are `{row}.{column}`, as a spreadsheet counts; or `{entry}.{element}` of an XML file. */
  problems: readonly Pick<FieldError, 'field' | 'code' | 'details'>[]
  unit?: 'row' | 'entry'
}

/** What is wrong in an imported file, place by place. Nothing of it was kept. */
export function ImportProblems({ name, problems, unit = 'row' }: ImportProblemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="error" isLive title={t('file.problems', { count: problems.length, name })}>
        {t('file.nothing_kept')}
      </Notice>
      <ul className={css.problems}>
        {problems.map((problem) => {
          const [row = '', column = ''] = problem.field.split('.')
          return (
            <li key={problem.field}>
              <b>{t(`file.${unit}`, { place: [row, column].filter(Boolean).join(', ') })}</b>{' '}
              {fieldErrorText(t, formErrorOf(problem, 'server'))}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface ImportFailureProps extends Pick<ImportProblemsProps, 'name' | 'unit'> {
  error: Error
  /** What to do when no answer came. */
  noAnswer: string
}

/** Why a file was not imported: what is wrong in it, another refusal, or no answer. */
export function ImportFailure({ error, noAnswer, ...file }: ImportFailureProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.fields.length > 0) return <ImportProblems {...file} problems={error.fields} />
  return (
    <Notice tone="error" isLive>
      {isUnreachable(error) || !(error instanceof ApiError)
        ? noAnswer
        : t(`backendError.${error.code}`, { ...error.details })}
    </Notice>
  )
}

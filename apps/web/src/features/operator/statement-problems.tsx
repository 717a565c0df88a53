import { useTranslation } from 'react-i18next'
import { ApiError, isUnreachable } from '../../api/api-error.ts'
import { fieldErrorText, formErrorOf } from '../../forms/form-error.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './operator.module.css'

/** The most rows that are worth reading at once. */
const SHOWN = 20

/** Why a statement was not imported, entry by entry where the server names them. */
export function StatementProblems({ error }: { error: Error }) {
  const { t } = useTranslation()
  const fields = error instanceof ApiError ? error.fields : []
  return (
    <>
      <Notice tone="error" isLive title={t('statements.not_imported')}>
        {isUnreachable(error) || !(error instanceof ApiError)
          ? t('statements.no_answer')
          : t(`backendError.${error.code ?? 'internal_error'}`, { ...error.details })}
      </Notice>
      <ul className={css.waiting}>
        {fields.slice(0, SHOWN).map((problem) => {
          const [row = '', column = ''] = problem.field.split('.')
          return (
            <li key={problem.field}>
              <b>{t('statements.entry', { row, column })}</b> {fieldErrorText(t, formErrorOf(problem, 'server'))}
            </li>
          )
        })}
      </ul>
    </>
  )
}

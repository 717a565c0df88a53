import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { Field } from './field-queries.ts'
import css from './references.module.css'

/** Archived fields, each with a button to use it again. */
export function ArchivedFields(props: {
  fields: readonly Field[]
  isLocked: boolean
  onRestore: (index: number) => void
}) {
  const { fields, isLocked, onRestore } = props
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <section className={css.form} aria-label={t('references.archived')}>
      <h3 className={css.quiet}>{t('references.archived')}</h3>
      <ul className={css.order}>
        {fields.map(({ label }, index) => (
          <li key={`${label} ${index}`} className={css.item}>
            <span className={css.words}>{label}</span>
            {!isLocked && (
              <Button
                variant="link"
                aria-label={t('references.restore_of', { label })}
                onPress={() => onRestore(index)}
              >
                {t('references.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

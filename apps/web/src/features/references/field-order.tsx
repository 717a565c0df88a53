import type { TFunction } from 'i18next'
import { GripVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Field } from './field-queries.ts'
import css from './references.module.css'
import { useReorder } from './use-reorder.ts'

interface FieldOrderProps {
  fields: readonly Field[]
  /** The label of the field in the editor. */
  chosen: string | undefined
  /** Only a manager may change the order. */
  isLocked: boolean
  onChoose: (index: number) => void
  onReorder: (fields: Field[]) => void
}

/** The reference fields in the order of the sending form. */
export function FieldOrder({ fields, chosen, isLocked, onChoose, onReorder }: FieldOrderProps) {
  const { t } = useTranslation()
  const { list, shown, lifted, said, handle } = useReorder({ items: fields, nameOf: ({ label }) => label, onReorder })
  return (
    <>
      <ul ref={list} className={css.order}>
        {shown.map((field, index) => (
          <li
            key={field.label}
            className={classNames(css.item, field.label === chosen && css.chosen, index === lifted && css.lifted)}
          >
            {!isLocked && (
              <button
                type="button"
                className={css.handle}
                aria-label={t('references.move', { label: field.label })}
                aria-pressed={index === lifted}
                {...handle(index)}
              >
                <Icon of={GripVertical} />
              </button>
            )}
            {isLocked ? (
              <FieldWords field={field} />
            ) : (
              <button
                type="button"
                className={css.name}
                aria-label={t('references.edit', { label: field.label })}
                onClick={() => onChoose(fields.indexOf(field))}
              >
                <FieldWords field={field} />
              </button>
            )}
            <span className={css.quiet}>{index + 1}</span>
          </li>
        ))}
      </ul>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

function FieldWords({ field }: { field: Field }) {
  const { t } = useTranslation()
  return (
    <span className={css.words}>
      <strong>{field.label}</strong>
      <span className={css.quiet}>
        {t(field.required ? 'references.required' : 'references.optional')} · {ruleOf(t, field)}
      </span>
    </span>
  )
}

const ruleOf = (t: TFunction, { choices, pattern }: Field): string => {
  if (choices.length > 0) return t('references.choices', { count: choices.length })
  return pattern === '' ? t('references.any') : pattern
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../../../forms/form-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { nameOfAddressee } from './row-name.ts'
import css from './corrections-card.module.css'
import { fieldName } from './field-name.ts'
import type { ReadRow } from './rows.ts'
import type { Rows } from './use-rows.ts'

/** As many rows as a person corrects at once; the next ones follow. */
const SHOWN = 20

/** The rows that cannot be sent yet, each with the fields that are wrong. */
export function CorrectionsCard({ rows, onCorrect }: { rows: readonly ReadRow[]; onCorrect: Rows['correct'] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <Card title={t('many.to_correct', { count: rows.length })} note={t('many.to_correct_note')}>
      <ul className={css.rows}>
        {rows.slice(0, SHOWN).map((row) => (
          <Correction key={row.id} row={row} onCorrect={onCorrect} />
        ))}
      </ul>
      {rows.length > SHOWN && <p className={css.more}>{t('many.more_to_correct', { count: rows.length - SHOWN })}</p>}
    </Card>
  )
}

/** Keeps what is typed until it is taken, so that a field does not vanish at the first good letter. */
function Correction({ row, onCorrect }: { row: ReadRow; onCorrect: Rows['correct'] }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<ReadRow['typed']>({})
  const take = () => {
    for (const { field } of row.problems) if (typed[field] !== undefined) onCorrect(row.id, field, typed[field])
  }
  return (
    <li data-problem>
      <form
        className={css.row}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <p className={css.name}>
          <span className={css.number}>{t('many.row', { number: row.number })}</span> {nameOfAddressee(row.typed, t)}
        </p>
        {row.problems.map(({ field, code }) => (
          <TextField
            key={field}
            name={`${row.id}.${field}`}
            label={fieldName(field, t)}
            value={typed[field] ?? row.typed[field] ?? ''}
            onChange={(text) => setTyped({ ...typed, [field]: text })}
            error={fieldErrorText(t, { message: code })}
          />
        ))}
        <Button type="submit">{t('many.take')}</Button>
      </form>
    </li>
  )
}

import type { TFunction } from 'i18next'
import type { Row } from './rows.ts'

/** The addressee of a row, and the town. */
export function nameOfRow({ typed }: Pick<Row, 'typed'>, t: TFunction): string {
  const name = [typed.name, typed.company_name].map((text) => text?.trim()).find(Boolean)
  return [name ?? t('many.no_name'), typed.city?.trim()].filter(Boolean).join(', ')
}

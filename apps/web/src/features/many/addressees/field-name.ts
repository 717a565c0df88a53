import type { TFunction } from 'i18next'
import type { ColumnField } from './columns.ts'

/** The name of a field, as the sending form names it. */
export const fieldName = (field: ColumnField, t: TFunction): string =>
  field === 'reference' ? t('shipping.reference') : t(`shipping.address.${field}`)

import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { COLUMN_FIELDS, type ColumnField, type Mapping } from './columns.ts'
import css from './columns-card.module.css'
import { fieldName } from './field-name.ts'
import type { AddressFile } from './read-file.ts'

const UNUSED = 'unused'

/** The columns of the file, and the field that each fills. */
export function ColumnsCard(props: {
  file: AddressFile
  mapping: Mapping
  onColumn: (column: number, field: ColumnField | undefined) => void
  onAnother: () => void
}) {
  const { file, mapping, onColumn, onAnother } = props
  const { t } = useTranslation()
  const options = [
    { value: UNUSED, label: t('many.unused') },
    ...COLUMN_FIELDS.map((field) => ({ value: field, label: fieldName(field, t) })),
  ]
  const used = mapping.filter(Boolean).length
  return (
    <Card
      title={file.name}
      note={t('many.columns_note', { rows: file.lines.length, count: file.heads.length, used })}
      action={
        <Button variant="link" onPress={onAnother}>
          {t('many.another_file')}
        </Button>
      }
    >
      {file.isCut && <Notice tone="warn">{t('many.file_cut', { rows: file.lines.length })}</Notice>}
      <div className={css.columns}>
        {file.heads.map((head, column) => (
          <Select
            key={`${column} ${head}`}
            name={`column.${column}`}
            label={head === '' ? t('many.column', { number: column + 1 }) : head}
            value={mapping[column] ?? UNUSED}
            onChange={(field) => onColumn(column, field === UNUSED ? undefined : (field as ColumnField))}
            options={options}
          />
        ))}
      </div>
    </Card>
  )
}

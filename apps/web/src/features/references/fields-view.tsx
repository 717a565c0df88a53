import { MOST_REFERENCE_FIELDS, type SavedReferenceFields } from '@postroom/contract/shipment-references'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { UndoBar } from '../../ui/lists/undo-bar.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ArchivedFields } from './archived-fields.tsx'
import { FieldEditor } from './field-editor.tsx'
import { FieldOrder } from './field-order.tsx'
import { FieldPreview } from './field-preview.tsx'
import css from './references.module.css'
import { useFieldActs } from './use-field-acts.ts'

/** Order, editor and preview of the reference fields. */
export function FieldsView({ saved, isLocked }: { saved: SavedReferenceFields; isLocked: boolean }) {
  const { t } = useTranslation()
  const acts = useFieldActs(saved)
  const { index, draft } = acts
  const isNew = index === saved.data.length
  const previewed = draft
    ? isNew
      ? [...saved.data, draft.field]
      : saved.data.with(index ?? 0, draft.field)
    : saved.data
  return (
    <>
      {isLocked && <Notice tone="info">{t('references.read_only')}</Notice>}
      <UndoBar {...acts.last} />
      <div className={css.columns}>
        <Card title={t('references.title_order')}>
          {saved.data.length === 0 && <p className={css.quiet}>{t('references.none')}</p>}
          <FieldOrder
            fields={saved.data}
            chosen={index === undefined ? undefined : saved.data[index]?.label}
            isLocked={isLocked}
            onChoose={acts.choose}
            onReorder={acts.reorder}
          />
          {!isLocked && saved.data.length > 1 && <p className={css.quiet}>{t('references.how_to_move')}</p>}
          {!isLocked &&
            (saved.data.length < MOST_REFERENCE_FIELDS ? (
              <Button icon={Plus} onPress={() => acts.choose(saved.data.length)}>
                {t('references.add')}
              </Button>
            ) : (
              <p className={css.quiet}>{t('references.full')}</p>
            ))}
          <ArchivedFields fields={saved.archived} isLocked={isLocked || !acts.hasRoom} onRestore={acts.restore} />
        </Card>
        {draft && (
          <Card title={isNew ? t('references.new') : (saved.data[index ?? 0]?.label ?? '')}>
            <FieldEditor
              key={`${index} ${acts.round}`}
              field={acts.startingField}
              others={saved.data.filter((_field, other) => other !== index).map(({ label }) => label)}
              isNew={isNew}
              isPending={acts.isPending}
              onDraft={acts.setDraft}
              onSave={acts.save}
              onDiscard={acts.close}
              onArchive={acts.archive}
            />
          </Card>
        )}
        <FieldPreview fields={previewed} tried={draft && { index: index ?? 0, answer: draft.tried }} />
      </div>
    </>
  )
}

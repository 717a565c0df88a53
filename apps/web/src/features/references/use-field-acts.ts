import { MOST_REFERENCE_FIELDS, type SavedReferenceFields } from '@postroom/contract/shipment-references'
import { ApiError } from '../../api/api-error.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaveFields, type Field } from './field-queries.ts'

const NEW: Field = { label: '', required: false, choices: [], pattern: '' }
const MOST_ARCHIVED = 20

/** Changes the fields at once, and offers to undo the last change. */
export function useFieldActs({ data, archived, version }: SavedReferenceFields) {
  const { t } = useTranslation()
  const saving = useSaveFields()
  const [index, setIndex] = useState<number>()
  // the list may be read again while the editor is open: a save then is refused
  const [edited, setEdited] = useState(version)
  const [round, setRound] = useState(0)
  const [draft, setDraft] = useState<{ field: Field; tried: string }>()
  const [last, setLast] = useState<{ text: string; undo: SavedReferenceFields }>()
  const close = () => {
    setIndex(undefined)
    setDraft(undefined)
  }
  const save = (lists: SavedReferenceFields, text: string) =>
    saving.mutate(lists, {
      onSuccess: (saved) => {
        setLast({ text, undo: { data, archived, version: saved.version } })
        close()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'reference_fields_changed') close()
      },
    })
  const startingField = data[index ?? 0] ?? NEW
  return {
    index,
    round,
    draft,
    startingField: index === data.length ? NEW : startingField,
    isPending: saving.isPending,
    hasRoom: data.length < MOST_REFERENCE_FIELDS,
    close,
    choose: (next: number) => {
      setIndex(next)
      setEdited(version)
      setRound(round + 1)
      setDraft({ field: data[next] ?? NEW, tried: '' })
    },
    setDraft: (field: Field, tried: string) => setDraft({ field, tried }),
    save: (field: Field) => {
      const next = index === data.length || index === undefined ? [...data, field] : data.with(index, field)
      save({ data: next, archived, version: edited }, t('references.was_saved', { label: field.label }))
    },
    reorder: (next: Field[]) => save({ data: next, archived, version }, t('references.order_saved')),
    archive: () => {
      const rest = data.filter((field) => field !== startingField)
      const kept = [startingField, ...archived].slice(0, MOST_ARCHIVED)
      save(
        { data: rest, archived: kept, version: edited },
        t('references.was_archived', { label: startingField.label }),
      )
    },
    restore: (which: number) => {
      const field = archived[which]!
      const rest = archived.filter((_, other) => other !== which)
      save({ data: [...data, field], archived: rest, version }, t('references.was_restored', { label: field.label }))
    },
    last: {
      text: last?.text,
      isPending: saving.isPending,
      onUndo: last && (() => saving.mutate(last.undo, { onSuccess: () => setLast(undefined) })),
      onDismiss: () => setLast(undefined),
    },
  }
}

import type { CostCenter, CostCenterFields } from '@postroom/contract/shipment-references'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announceFailure } from '../../api/query-client.ts'
import { fieldsOf, useSaveCostCenter } from './cost-center-queries.ts'

/** Archives and restores cost centres, and offers to undo the last change, unless somebody else has changed it since. */
export function useCostCenterActs() {
  const { t } = useTranslation()
  const saving = useSaveCostCenter()
  const [last, setLast] = useState<{ text: string; undo: CostCenterFields | undefined }>()
  const save = (center: CostCenter, is_active: boolean) =>
    saving.mutate(
      { ...fieldsOf(center, center.version), is_active },
      {
        onSuccess: ({ version }) =>
          setLast({
            text: t(is_active ? 'references.was_restored' : 'references.was_archived', { label: center.name }),
            undo: fieldsOf(center, version),
          }),
        onError: announceFailure,
      },
    )
  const undo = last?.undo
  return {
    archive: (center: CostCenter) => save(center, false),
    restore: (center: CostCenter) => save(center, true),
    /** @param before as it was; undefined for a new one, which cannot be undone */
    wasSaved: ({ name, version }: CostCenter, before: CostCenter | undefined) =>
      setLast({ text: t('references.was_saved', { label: name }), undo: before && fieldsOf(before, version) }),
    last: {
      text: last?.text,
      isPending: saving.isPending,
      onUndo: undo && (() => saving.mutate(undo, { onSuccess: () => setLast(undefined), onError: announceFailure })),
      onDismiss: () => setLast(undefined),
    },
  }
}

import type { ReturnedItem } from '@postroom/contract/returned-item'
import type { ReturnReason } from '@postroom/domain/post/returns'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useChangeReturn } from './return-queries.ts'

/** An open record, and what was entered for it this time. */
export interface Recorded {
  saved: ReturnedItem
  entered: { reason: ReturnReason; notes: string }
}

/** An item that was recorded before is not recorded again; what was entered now can replace its reason and note. */
export function AlreadyRecorded({ saved, entered, onClose }: Recorded & { onClose: () => void }) {
  const { t } = useTranslation()
  const change = useChangeReturn()
  const replace = () =>
    change.mutate(
      { id: saved.id, ...entered },
      {
        onSuccess: () => {
          showToast({ tone: 'good', text: t('returns.changed') })
          onClose()
        },
      },
    )
  return (
    <Notice
      tone="warn"
      isLive
      action={
        <Button isPending={change.isPending} onPress={replace}>
          {t('returns.replace', { reason: t(`returns.reason.${entered.reason}`) })}
        </Button>
      }
    >
      {t('returns.already', { reason: t(`returns.reason.${saved.reason}`) })}
    </Notice>
  )
}

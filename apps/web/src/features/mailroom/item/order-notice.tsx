import { acceptOrder } from '@postroom/contract/shop'
import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface OrderNoticeProps {
  queued: QueuedShipment
  order: NonNullable<QueuedShipment['order']>
  onAccepted: () => void
}

/** The order of a shop that the shipment is for, and what has to be accepted before it is sold. */
export function OrderNotice({ queued: { pending_id, version }, order, onAccepted }: OrderNoticeProps) {
  const { t } = useTranslation()
  const accept = useMutation({
    mutationFn: () => call(acceptOrder, { params: { pending_id }, body: { version } }),
    onSuccess: onAccepted,
  })
  const { mark, problems, shop, number } = order
  const of = t('order.of', { shop, number })
  if (!mark && problems.length === 0) return <Notice title={of} />
  const { error } = accept
  const isOlder = error instanceof ApiError && error.code === 'pending_changed'
  return (
    <Notice
      tone="warn"
      title={of}
      action={
        isOlder ? (
          <Button onPress={onAccepted}>{t('mailroom.item.again')}</Button>
        ) : (
          <Button isPending={accept.isPending} onPress={() => accept.mutate()}>
            {t('order.accept')}
          </Button>
        )
      }
    >
      {mark && <p>{t(`order.mark.${mark}`)}</p>}
      {problems.map((problem) => (
        <p key={problem}>{t(`order.problem.${problem}`)}</p>
      ))}
      <p>{isOlder ? t('backendError.pending_changed') : t('order.check')}</p>
    </Notice>
  )
}

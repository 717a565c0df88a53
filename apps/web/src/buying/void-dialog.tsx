import type { Shipment } from '@postroom/contract/shipment'
import { voidShipment } from '@postroom/contract/shipment-void'
import { toPence } from '@postroom/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { formatPence } from '../ui/format-pence.ts'
import { ConfirmWithReason } from '../ui/lists/confirm-with-reason.tsx'
import { showToast } from '../ui/toast-queue.ts'

const REASONS = ['wrong_address', 'wrong_service', 'not_needed', 'label_spoiled'] as const

/** Asks why, then gives the postage back to the carrier for a refund. The server refuses what can no longer be voided. */
export function VoidDialog(props: {
  shipment: Shipment
  /** To whom it was. */
  name: string
  isOpen: boolean
  onClose: () => void
  /** The carrier has not refused. */
  onVoided?: () => void
}) {
  const { shipment, name, isOpen, onClose, onVoided } = props
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const request = useMutation({
    mutationFn: (reason: string) =>
      call(voidShipment, { params: { id: shipment.id }, body: { cancellation_reason: reason } }),
    onSuccess: ({ status, message }) => {
      const tone = status === 'void_rejected' ? 'warn' : 'good'
      showToast({ tone, text: message ?? t(`void.answer.${status}`) })
      for (const noun of ['shipments', 'balance', 'attention']) void queryClient.invalidateQueries({ queryKey: [noun] })
      if (status !== 'void_rejected') onVoided?.()
    },
    onSettled: onClose,
  })
  const amount = formatPence(toPence(shipment.amount), i18n.language)
  return (
    <ConfirmWithReason
      title={t('void.title', { name })}
      isOpen={isOpen}
      onClose={onClose}
      label={t('void.why')}
      reasons={REASONS.map((reason) => ({ value: reason, label: t(`void.reason.${reason}`) }))}
      confirm={t('void.confirm', { amount })}
      isPending={request.isPending}
      onConfirm={(reason) => request.mutate(t(`void.reason.${reason}`))}
    >
      <p>{t('void.text')}</p>
    </ConfirmWithReason>
  )
}

import type { Shipment } from '@postroom/contract/shipment'
import { voidShipment } from '@postroom/contract/shipment-void'
import { toPence } from '@postroom/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formatPence } from '../../ui/format-pence.ts'
import { ConfirmWithReason } from '../../ui/lists/confirm-with-reason.tsx'
import { showToast } from '../../ui/toast-queue.ts'

const REASONS = ['wrong_address', 'wrong_service', 'not_needed', 'label_spoiled'] as const

/** Asks why, then gives the postage back to the carrier for a refund. The server refuses what can no longer be voided. */
export function VoidDialog(props: { shipment: Shipment; name: string; isOpen: boolean; onClose: () => void }) {
  const { shipment, name, isOpen, onClose } = props
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const request = useMutation({
    mutationFn: (reason: string) =>
      call(voidShipment, { params: { id: shipment.id }, body: { cancellation_reason: reason } }),
    onSuccess: ({ status, message }) => {
      const tone = status === 'void_rejected' ? 'warn' : 'good'
      showToast({ tone, text: message ?? t(`home.void_answer.${status}`) })
      for (const noun of ['shipments', 'balance', 'attention']) void queryClient.invalidateQueries({ queryKey: [noun] })
    },
    onSettled: onClose,
  })
  const amount = formatPence(toPence(shipment.amount), i18n.language)
  return (
    <ConfirmWithReason
      title={t('home.void_title', { name })}
      isOpen={isOpen}
      onClose={onClose}
      label={t('home.void_why')}
      reasons={REASONS.map((reason) => ({ value: reason, label: t(`home.void_reason.${reason}`) }))}
      confirm={t('home.void_confirm', { amount })}
      isPending={request.isPending}
      onConfirm={(reason) => request.mutate(t(`home.void_reason.${reason}`))}
    >
      <p>{t('home.void_text')}</p>
    </ConfirmWithReason>
  )
}

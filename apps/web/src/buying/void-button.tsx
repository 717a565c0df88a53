import { voidShipment } from '@postroom/contract/shipment-void'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { ConfirmWithReason } from '../ui/lists/confirm-with-reason.tsx'
import { showToast } from '../ui/toast-queue.ts'

const REASONS = ['mistake', 'address', 'not_posted'] as const
type Reason = (typeof REASONS)[number]

/** Voids a shipment after a question for the reason. Its last day is in the button. */
export function VoidButton(props: { shipment: Shipment; what: string; onVoided: () => void }) {
  const { shipment, what, onVoided } = props
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const voiding = useMutation({
    mutationFn: (reason: Reason) =>
      call(voidShipment, {
        params: { id: shipment.id },
        body: { cancellation_reason: t(`shipping.void.${reason}`) },
      }),
    onSuccess: async ({ status }) => {
      setOpen(false)
      showToast({
        tone: 'good',
        text: t(`shipping.result.${status === 'voided' ? 'voided' : 'void_requested'}`, { what }),
      })
      onVoided()
      await Promise.all(['balance', 'shipments'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
    },
  })
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {t('shipping.result.void_until', { day: writtenDay(shipment.void_until ?? '', i18n.language) })}
      </Button>
      <ConfirmWithReason
        title={t('shipping.void.title')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        label={t('shipping.void.why')}
        reasons={REASONS.map((value) => ({ value, label: t(`shipping.void.${value}`) }))}
        confirm={t('shipping.void.confirm', { amount: formatPence(toPence(shipment.amount), i18n.language) })}
        isPending={voiding.isPending}
        onConfirm={(reason) => voiding.mutate(reason)}
      >
        <p>{t('shipping.void.text', { what })}</p>
      </ConfirmWithReason>
    </>
  )
}

const writtenDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

import { confirmPrint } from '@postroom/contract/shipment-print'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast-queue.ts'

/** One question about all labels of a batch whose printer did not report what became of them. */
export function AskCameOut({ shipments }: { shipments: readonly string[] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const count = shipments.length
  const confirm = useMutation({
    mutationFn: async () => {
      for (const id of shipments) await call(confirmPrint, { params: { id } })
    },
    onSuccess: () => showToast({ tone: 'good', text: t('many.asked', { count }) }),
    // some may be marked although a later one failed
    onSettled: () =>
      Promise.all(
        ['batch', 'shipments', 'attention'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
      ),
  })
  return (
    <Notice
      tone="warn"
      title={t('many.ask_title', { count })}
      isLive
      action={
        <Button isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          {t('many.ask_yes')}
        </Button>
      }
    >
      <p>{t('many.ask_text')}</p>
      <p>{t('many.ask_no')}</p>
    </Notice>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readDocumentFile } from '../printing/document-file.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toast-queue.ts'

/** Downloads the receipt of a shipment. */
export function ReceiptButton({ shipmentId }: { shipmentId: string }) {
  const { t } = useTranslation()
  const receipt = useMutation({
    mutationFn: async () => {
      const file = await readDocumentFile(shipmentId, 'receipt')
      if (!file) throw new Error('The receipt is not drawn yet')
      saveFile(file, `receipt-${shipmentId}.pdf`)
    },
    onError: () => showToast({ tone: 'error', text: t('shipping.receipt_failed') }),
    meta: { isQuiet: true },
  })
  return (
    <Button variant="quiet" isPending={receipt.isPending} onPress={() => receipt.mutate()}>
      {t('shipping.result.receipt')}
    </Button>
  )
}

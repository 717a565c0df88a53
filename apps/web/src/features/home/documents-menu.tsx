import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf } from '@postroom/domain/calendar'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, FileDown, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDocumentFile } from '../../printing/document-file.ts'
import { documentsOf, type PrintedDocument } from '../../printing/printed-documents.ts'
import { VoidDialog } from '../../buying/void-dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast-queue.ts'

/** Prints each document of a shipment on its own, saves the receipt, and voids the shipment. */
export function DocumentsMenu(props: {
  shipment: Shipment
  name: string
  isPrinting: (document: PrintedDocument) => boolean
  onPrint: (document: PrintedDocument) => void
}) {
  const { shipment, name, isPrinting, onPrint } = props
  const { t } = useTranslation()
  const receipt = useMutation({
    mutationFn: () => saveReceipt(shipment),
    meta: { isQuiet: true },
    onError: () => showToast({ tone: 'warn', text: t('printing.unreadable') }),
  })
  const label = t('home.documents_of', { name })
  const [today] = useState(() => ukDateOf(new Date()))
  const [isVoiding, setVoiding] = useState(false)
  return (
    <>
      <Menu
        label={label}
        trigger={<IconButton icon={Ellipsis} label={label} isPending={receipt.isPending} />}
        acts={[
          ...documentsOf(shipment).map((document) => ({
            id: document,
            label: t('home.print_document', { document: t(`printing.document.${document}`) }),
            icon: Printer,
            isDisabled: isPrinting(document),
            onAction: () => onPrint(document),
          })),
          { id: 'receipt', label: t('home.save_receipt'), icon: FileDown, onAction: () => receipt.mutate() },
          ...(shipment.void_until === undefined || shipment.void_until < today
            ? []
            : [{ id: 'void', label: t('void.open'), icon: Undo2, onAction: () => setVoiding(true) }]),
        ]}
      />
      <VoidDialog shipment={shipment} name={name} isOpen={isVoiding} onClose={() => setVoiding(false)} />
    </>
  )
}

/** @throws Error when it cannot be fetched or is not drawn yet */
async function saveReceipt({ id, meta_data }: Shipment): Promise<void> {
  const receipt = await readDocumentFile(id, 'receipt')
  if (!receipt) throw new Error('The receipt is not drawn yet')
  saveFile(receipt, `receipt-${meta_data.tracking || id}.pdf`)
}

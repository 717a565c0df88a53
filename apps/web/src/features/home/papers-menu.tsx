import type { Shipment } from '@postroom/contract/shipment'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, FileDown, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readPaperFile } from '../../printing/paper-file.ts'
import { papersOf, type Paper } from '../../printing/papers.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-queue.ts'

/** The papers of a shipment one by one: each printed alone, the receipt to keep. */
export function PapersMenu(props: {
  shipment: Shipment
  name: string
  isPrinting: (paper: Paper) => boolean
  onPrint: (paper: Paper) => void
}) {
  const { shipment, name, isPrinting, onPrint } = props
  const { t } = useTranslation()
  const receipt = useMutation({
    mutationFn: () => saveReceipt(shipment),
    meta: { isQuiet: true },
    onError: () => showToast({ tone: 'warn', text: t('printing.unreadable') }),
  })
  const label = t('home.papers_of', { name })
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={Ellipsis} label={label} isPending={receipt.isPending} />}
      acts={[
        ...papersOf(shipment).map((paper) => ({
          id: paper,
          label: t('home.print_paper', { paper: t(`printing.paper.${paper}`) }),
          icon: Printer,
          isDisabled: isPrinting(paper),
          onAction: () => onPrint(paper),
        })),
        { id: 'receipt', label: t('home.save_receipt'), icon: FileDown, onAction: () => receipt.mutate() },
      ]}
    />
  )
}

/** @throws Error when it cannot be had, or is not drawn yet */
async function saveReceipt({ id, meta_data }: Shipment): Promise<void> {
  const receipt = await readPaperFile(id, 'receipt')
  if (!receipt) throw new Error('The receipt is not drawn yet')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(receipt.file)
  link.download = `receipt-${meta_data.tracking || id}.pdf`
  link.click()
  URL.revokeObjectURL(link.href)
}

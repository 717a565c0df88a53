import type { DocumentType } from '@postroom/contract/document'
import type { Shipment } from '@postroom/contract/shipment'
import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readDocumentFile } from '../../printing/document-file.ts'
import { PrintState } from '../../printing/print-state.tsx'
import { PrintStatus } from '../../printing/print-status.tsx'
import { documentsOf } from '../../printing/printed-documents.ts'
import { useShowsShipment } from '../../printing/shown-shipments.ts'
import { usePrint } from '../../printing/use-print.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast-queue.ts'
import css from './history.module.css'
import { Part } from './part.tsx'

/** The documents of a shipment: each is printed again or saved. Only bought postage has documents. */
export function PapersPart({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const { progress, printShipment, printMissing, cameOut } = usePrint()
  useShowsShipment(progress.phase === 'IDLE' ? undefined : shipment.id)
  const save = useMutation({
    mutationFn: (document: DocumentType) => saveDocument(shipment, document),
    meta: { isQuiet: true },
    onError: () => showToast({ tone: 'warn', text: t('printing.unreadable') }),
  })
  if (shipment.status !== 'bought')
    return (
      <Part title={t('history.papers')}>
        <p>{t(`history.no_papers.${shipment.status}`)}</p>
      </Part>
    )
  const saved = (document: DocumentType, name: string) => (
    <Button
      variant="link"
      isPending={save.isPending && save.variables === document}
      onPress={() => save.mutate(document)}
    >
      {t('history.save')} <span className="visually-hidden">{name}</span>
    </Button>
  )
  return (
    <Part title={t('history.papers')}>
      <ul className={css.papers}>
        {documentsOf(shipment).map((document) => {
          const name = t(`printing.document.${document}`)
          const print = shipment.prints?.find((each) => each.document === document)
          const running = progress.documents.some((row) => row.document === document && row.phase === 'PRINTING')
          return (
            <li key={document}>
              <span>
                {name}
                <br />
                <PrintState state={print?.state ?? shipment.print_state ?? 'not_printed'} />
              </span>
              <Button
                icon={Printer}
                isPending={running}
                onPress={() => void printShipment(shipment, { documents: [document] })}
              >
                {t('history.print')} <span className="visually-hidden">{name}</span>
              </Button>
              {document !== 'ruler' && saved(document, name)}
            </li>
          )
        })}
        <li>
          <span>{t('history.receipt')}</span>
          {saved('receipt', t('history.receipt'))}
        </li>
      </ul>
      <PrintStatus progress={progress} onAgain={() => void printMissing(shipment)} onCameOut={cameOut} />
    </Part>
  )
}

/** @throws Error when it cannot be fetched or is not drawn yet */
async function saveDocument({ id, meta_data }: Shipment, document: DocumentType): Promise<void> {
  const file = await readDocumentFile(id, document)
  if (!file) throw new Error('The document is not drawn yet')
  saveFile(file, `${document}-${meta_data.tracking || id}.pdf`)
}

import type { ReturnLabel } from '@postroom/contract/return-label'
import type { Shipment } from '@postroom/contract/shipment'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readDocumentFile } from '../../printing/document-file.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { PrintState } from '../../printing/print-state.tsx'
import { useShowsShipment } from '../../printing/shown-shipments.ts'
import { usePrint } from '../../printing/use-print.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { useObjectUrl } from '../../ui/use-object-url.ts'
import css from './history.module.css'
import { returnCodeQuery } from './return-queries.ts'

/** A return label that was made: it is printed or saved, and its QR code shown or saved to be sent to the addressee. */
export function MadeReturn({ shipment, label }: { shipment: Shipment; label: ReturnLabel }) {
  const { t } = useTranslation()
  const { progress, printShipment, printMissing, cameOut } = usePrint()
  useShowsShipment(progress.phase === 'IDLE' ? undefined : shipment.id)
  const name = t('printing.document.return_label')
  const save = useMutation({
    mutationFn: async () => {
      const file = await readDocumentFile(shipment.id, 'return_label')
      if (!file) throw new Error('The return label is gone')
      saveFile(file, `return-label-${label.number}.pdf`)
    },
    meta: { isQuiet: true },
    onError: () => showToast({ tone: 'warn', text: t('printing.unreadable') }),
  })
  return (
    <>
      <ul className={css.papers}>
        <li>
          <span>
            {label.number}
            <br />
            {label.print_state === undefined || label.print_state === 'not_printed' ? (
              t('history.return.not_printed')
            ) : (
              <PrintState state={label.print_state} />
            )}
          </span>
          <Button
            icon={Printer}
            isPending={progress.phase === 'PRINTING'}
            onPress={() => void printShipment(shipment, { documents: ['return_label'] })}
          >
            {t('history.print')} <span className="visually-hidden">{name}</span>
          </Button>
          <Button variant="link" isPending={save.isPending} onPress={() => save.mutate()}>
            {t('history.save')} <span className="visually-hidden">{name}</span>
          </Button>
        </li>
      </ul>
      <PrintStatus progress={progress} onAgain={() => void printMissing(shipment)} onCameOut={cameOut} />
      {label.has_qr ? <Code shipmentId={shipment.id} label={label} /> : <p>{t('history.return.no_qr')}</p>}
      <p>{t('history.return.cost')}</p>
    </>
  )
}

function Code({ shipmentId, label }: { shipmentId: string; label: ReturnLabel }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(returnCodeQuery(shipmentId, label))
  if (isError) return <Button onPress={() => void refetch()}>{t('history.return.show_qr')}</Button>
  return data ? <CodePicture file={data} label={label} /> : null
}

function CodePicture({ file, label: { number } }: { file: Blob; label: ReturnLabel }) {
  const { t } = useTranslation()
  const address = useObjectUrl(file)
  if (address === undefined) return null
  const name = t('history.return.qr', { number })
  return (
    <figure className={css.code}>
      <img src={address} alt={name} />
      <figcaption>
        {t('history.return.qr_text')}{' '}
        <Button variant="link" onPress={() => saveFile(file, `return-code-${number}.png`)}>
          {t('history.save')} <span className="visually-hidden">{name}</span>
        </Button>
      </figcaption>
    </figure>
  )
}

import type { DocumentType } from '@postroom/contract/document'
import type { Shipment } from '@postroom/contract/shipment'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { readDocumentFile, type DocumentFile } from '../../printing/document-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import css from './label-preview.module.css'

/** Refetch interval while a document is not drawn yet. */
const REFETCH_MS = 3_000

const documentQuery = (shipmentId: string, type: DocumentType) =>
  queryOptions({
    queryKey: ['document', shipmentId, type],
    queryFn: ({ signal }) => readDocumentFile(shipmentId, type, signal),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data === null ? REFETCH_MS : false),
    retry: false,
    meta: { isQuiet: true },
  })

/** The documents of the shipment just bought, one at a time: the same files that are printed. */
export function LabelPreview({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const documents = shipment.docs.map(({ type }) => type)
  return (
    <Tabs className={css.preview ?? ''} keyboardActivation="manual">
      <TabList aria-label={t('printing.documents')} className={css.tabs ?? ''}>
        {documents.map((type) => (
          <Tab key={type} id={type} className={css.tab ?? ''}>
            {t(`printing.document.${type}`)}
          </Tab>
        ))}
      </TabList>
      {documents.map((type) => (
        <TabPanel key={type} id={type} className={css.panel ?? ''}>
          <DocumentPanel shipmentId={shipment.id} type={type} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

function DocumentPanel({ shipmentId, type }: { shipmentId: string; type: DocumentType }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(documentQuery(shipmentId, type))
  if (isError)
    return (
      <Notice
        tone="warn"
        isLive
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('printing.unreadable')}
      </Notice>
    )
  if (data) return <DocumentPicture document={data} name={t(`printing.document.${type}`)} />
  return (
    <p className={css.waiting} aria-live="polite">
      <Spinner label={t('common.loading')} />
      {data === null && <span>{t('printing.drawing')}</span>}
    </p>
  )
}

/** Not focusable, because the PDF viewer of the browser would take the focus from the form. The link opens the file. */
function DocumentPicture({ document, name }: { document: DocumentFile; name: string }) {
  const { t } = useTranslation()
  const address = useObjectUrl(document.file)
  if (address === undefined) return null
  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- no browser shows a PDF in a sandbox; it is our own file */}
      <iframe
        className={css.page}
        src={`${address}#toolbar=0&navpanes=0&view=Fit`}
        title={name}
        inert
        style={{ aspectRatio: `${document.width_mm} / ${document.height_mm}` }}
      />
      <a href={address} target="_blank" rel="noreferrer">
        {t('printing.open_document', { document: name })}
      </a>
    </>
  )
}

function useObjectUrl(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the object URL must be revoked when the file changes
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

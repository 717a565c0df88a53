import type { Shipment } from '@postroom/contract/shipment'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { useTranslation } from 'react-i18next'
import { readPageImage } from '../printing/document-file.ts'
import { DocumentTabs } from './document-tabs.tsx'

/** The documents of a bought shipment as pictures, one at a time: what is printed. */
export function LabelPreview({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const { id, docs, service, to } = shipment
  return (
    <DocumentTabs
      shipmentId={id}
      documents={docs}
      subject={t('preview.subject', { service: t(`service.${service}`), name: personOrCompany(to) })}
      read={({ type, page }, signal) => readPageImage(id, type, page, signal)}
    />
  )
}

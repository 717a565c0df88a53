import type { DocumentType } from '@postroom/contract/document'
import { ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { Button } from '../ui/button.tsx'
import { DocumentPage, type PageSource, type ShownDocument } from './document-page.tsx'
import css from './label-preview.module.css'
import { ZoomDialog } from './zoom-dialog.tsx'

interface DocumentTabsProps extends PageSource {
  documents: readonly ShownDocument[]
}

/** Pictures of the documents of one shipment, each on its own tab, with a dialog that shows them larger. */
export function DocumentTabs({ documents, ...source }: DocumentTabsProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<DocumentType>()
  const [isZoomed, setZoomed] = useState(false)
  const shown = documents.find(({ type }) => type === chosen) ?? documents[0]
  if (!shown) return null
  return (
    <>
      <Tabs
        className={css.preview ?? ''}
        keyboardActivation="manual"
        selectedKey={shown.type}
        onSelectionChange={(type) => setChosen(type as DocumentType)}
      >
        <div className={css.head}>
          <TabList aria-label={t('printing.documents')} className={css.tabs ?? ''}>
            {documents.map(({ type }) => (
              <Tab key={type} id={type} className={css.tab ?? ''}>
                {t(`preview.tab.${type}`)}
              </Tab>
            ))}
          </TabList>
          <Button variant="link" icon={ZoomIn} onPress={() => setZoomed(true)}>
            {t('preview.zoom')}
          </Button>
        </div>
        <TabPanel id={shown.type} className={css.panel ?? ''}>
          <DocumentPage {...source} type={shown.type} page={1} />
          {shown.pages > 1 && <p className={css.note}>{t('preview.first_of', { count: shown.pages })}</p>}
        </TabPanel>
      </Tabs>
      <ZoomDialog {...source} document={shown} isOpen={isZoomed} onClose={() => setZoomed(false)} />
    </>
  )
}

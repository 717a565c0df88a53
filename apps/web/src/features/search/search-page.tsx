import { useTranslation } from 'react-i18next'
import { SearchPanel } from '../../search/search-panel.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

/** The search as a page of its own; /error leads here, without the text that was typed there. @see spec §2 */
export function Component() {
  const { t } = useTranslation()
  return (
    <Page title={t('page.search')}>
      <Card isFlush>
        <SearchPanel />
      </Card>
    </Page>
  )
}

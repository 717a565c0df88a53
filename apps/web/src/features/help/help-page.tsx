import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { HelpPanel } from '../../help/help-panel.tsx'
import { topicNamed } from '../../help/topics.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

/** The help as a page of its own; its address names the topic. */
export function Component() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  return (
    <Page title={t('page.help')}>
      <Card>
        <HelpPanel
          topic={topicNamed(query.get('topic'))}
          onTopic={(topic) => setQuery(topic === undefined ? {} : { topic })}
        />
      </Card>
    </Page>
  )
}

import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import css from './check-page.module.css'
import { CheckRow } from './check-row.tsx'
import { CopyReport } from './copy-report.tsx'
import type { Link } from './link.ts'
import { TestPageCard } from './test-page-card.tsx'
import { testPageLink } from './test-page-link.ts'
import { useLinks, type Check } from './use-links.ts'
import { useTestPage } from './use-test-page.ts'

/** Tests each link from this browser to the paper, by itself when it opens, and offers one remedy for each that is bad. @see spec §2 */
export function Component() {
  const { t, i18n } = useTranslation()
  const test = useTestPage()
  const { page, run } = test
  const check = useLinks(page ? [testPageLink(page, () => run(page.kind), i18n)] : [])
  return (
    <Page title={t('page.check')} aside={<Tools check={check} />}>
      <div className={css.columns}>
        <Card title={t('check.chain')} action={<Counts links={check.links} />} isFlush>
          <ol className={css.links}>
            {check.links.map((link) => (
              <CheckRow key={link.id} {...link} />
            ))}
          </ol>
        </Card>
        <div className={css.side}>
          <TestPageCard test={test} />
          <Card title={t('check.report.title')}>
            <p className={css.quiet}>{t('check.report.text')}</p>
          </Card>
        </div>
      </div>
    </Page>
  )
}

function Tools({ check: { links, at, isRunning, again } }: { check: Check }) {
  const { t, i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(at)
  return (
    <div className={css.tools}>
      {at > 0 && <span className={css.quiet}>{t('check.checked_at', { time })}</span>}
      <CopyReport links={links} at={at} />
      <Button icon={RefreshCw} isPending={isRunning} onPress={again}>
        {t('check.again')}
      </Button>
    </div>
  )
}

function Counts({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation()
  const of = (state: Link['state']) => links.filter((link) => link.state === state).length
  const [bad, fine, wait] = [of('bad'), of('fine'), of('wait')]
  return (
    <output className={css.tools}>
      {bad > 0 && <Badge tone="warn">{t('check.count.bad', { count: bad })}</Badge>}
      {wait > 0 && <Badge>{t('check.count.wait', { count: wait })}</Badge>}
      {fine > 0 && <Badge tone="good">{t('check.count.fine', { count: fine })}</Badge>}
    </output>
  )
}

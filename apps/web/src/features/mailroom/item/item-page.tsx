import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { href } from '../../../pages.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { FindItem } from './find-item.tsx'
import css from './item-page.module.css'
import { ItemForm } from './item-form.tsx'
import { codeIn, queuedQuery } from './queued-query.ts'

/** One shipment of the queue with all its fields: corrected, weighed, bought. */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const asked = search.get('code')
  const code = asked === null ? undefined : codeIn(asked)
  const back = (
    <LinkButton variant="link" icon={ArrowLeft} href={href('mailroom')}>
      {t('mailroom.item.back')}
    </LinkButton>
  )
  return (
    <Page title={code === undefined ? t('page.queued') : t('mailroom.item.title', { code })} aside={back}>
      {code === undefined ? <FindItem /> : <FoundItem key={code} code={code} />}
    </Page>
  )
}

function FoundItem({ code }: { code: string }) {
  const { t } = useTranslation()
  const { id: userId } = useUser()
  const { data: queued, isPending, isError, refetch, dataUpdatedAt } = useQuery(queuedQuery(code))
  /** Counts how often the form was filled in anew. */
  const [round, setRound] = useState(0)
  const again = () => void refetch().then(() => setRound(round + 1))

  if (isPending) return <Progress label={t('mailroom.item.loading', { code })} />
  if (isError)
    return (
      <Notice tone="error" action={<Button onPress={again}>{t('common.try_again')}</Button>}>
        {t('mailroom.item.not_loaded')}
      </Notice>
    )
  if (!queued)
    return (
      <div className={css.missing}>
        <Notice tone="warn" title={t('mailroom.item.missing', { code })} isLive>
          {t('mailroom.item.missing_text')}
        </Notice>
        <FindItem />
      </div>
    )
  const colleague = colleagueOn(queued, userId, dataUpdatedAt)
  if (colleague !== undefined)
    return (
      <Notice tone="warn" isLive action={<Button onPress={again}>{t('common.try_again')}</Button>}>
        {t('mailroom.taken.with_colleague', { name: colleague, code })}
      </Notice>
    )
  return <ItemForm key={round} queued={queued} onAgain={again} />
}

/** Who works on it, if not this user. */
function colleagueOn({ claimed_by }: QueuedShipment, userId: string, now: number): string | undefined {
  return claimed_by && claimed_by.id !== userId && Date.parse(claimed_by.until) > now ? claimed_by.fullname : undefined
}

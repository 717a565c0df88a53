import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailing } from '../../mailing/use-mailing.ts'
import { permissionQuery } from '../../session/module-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { DeliveryMailsCard } from './delivery-mails-card.tsx'
import { OwnCard } from './own-card.tsx'
import css from './preferences.module.css'
import type { Scope } from './preferences-queries.ts'
import { ReturnAddressCard } from './return-address-card.tsx'
import { SenderCard } from './sender-card.tsx'
import { SheetCard } from './sheet-card.tsx'
import { SlogansCard } from './slogans-card.tsx'

/** What the sending pages begin with: for everybody, saved by a manager, or for the user. @see spec §2 */
export function Component() {
  const { t } = useTranslation()
  const { data: rights } = useQuery(permissionQuery())
  const mailing = useMailing()
  const mayAll = rights?.permissions.includes('administration') ?? false
  const [chosen, setChosen] = useState<Scope>('office')
  const scope: Scope = mayAll ? chosen : 'me'
  const [round, setRound] = useState(0)
  const sections = {
    onDropped: () => setRound(round + 1),
    scope,
    mailing: scope === 'office' ? mailing.office : mailing.applies,
    own: mailing.own,
  }
  return (
    <Page
      title={t('page.preferences')}
      aside={
        mayAll && (
          <Choice
            name="scope"
            label={t('preferences.scope')}
            look="segments"
            value={scope}
            onChange={setChosen}
            options={[
              { value: 'office', label: t('preferences.for_everybody') },
              { value: 'me', label: t('preferences.for_me') },
            ]}
          />
        )
      }
    >
      {mailing.isError && (
        <Notice tone="error" action={<Button onPress={mailing.retry}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {!mailing.isError && !(mailing.isLoaded && rights) && <Progress label={t('common.loading')} />}
      {!mailing.isError && mailing.isLoaded && rights && (
        <div className={css.columns} key={`${scope} ${round}`}>
          <div className={css.column}>
            <SheetCard {...sections} />
            <SenderCard {...sections} />
            {scope === 'office' && <DeliveryMailsCard saved={mailing.deliveryMails} />}
            {scope === 'office' && <OwnCard />}
          </div>
          <div className={css.column}>
            <SlogansCard {...sections} />
            <ReturnAddressCard {...sections} />
          </div>
        </div>
      )}
    </Page>
  )
}

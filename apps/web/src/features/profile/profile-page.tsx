import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { NameCard } from './name-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import css from './profile.module.css'
import { userQuery } from './profile-queries.ts'
import { ScreenCard } from './screen-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** The user's own account; each section saves by itself. @see spec §2 */
export function Component() {
  const { t } = useTranslation()
  const user = useQuery(userQuery(useUser().id))
  return (
    <Page title={t('page.profile')}>
      <div className={css.columns}>
        <div className={css.column}>
          {user.isPending && <Progress label={t('common.loading')} />}
          {user.isError && (
            <Notice tone="error" action={<Button onPress={() => void user.refetch()}>{t('common.try_again')}</Button>}>
              {t('common.could_not_load')}
            </Notice>
          )}
          {user.data && <NameCard user={user.data} />}
          {user.data && <PasswordCard user={user.data} />}
          <ScreenCard />
        </div>
        <div className={css.column}>
          <TwoFactorCard />
          <PasskeysCard />
          <SessionsCard />
        </div>
      </div>
    </Page>
  )
}

import type { ShownSignOn } from '@postroom/contract/sign-on'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { href } from '../../../pages.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from './sign-on.module.css'
import { Facts } from './provider-facts.tsx'

/** How the identity provider manages users (SCIM), and when it last did. */
export function ProvisioningCard({ provisioning }: { provisioning: ShownSignOn['provisioning'] }) {
  const { t, i18n } = useTranslation()
  const { base_uri, has_key, last_called_at } = provisioning
  const keys = (
    <LinkButton icon={KeyRound} href={href('administration', { view: 'keys' })}>
      {t('sign_on.to_keys')}
    </LinkButton>
  )
  const at = (instant: string) =>
    new Date(instant).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Card title={t('sign_on.provisioning')}>
      <div className={css.provisioning}>
        <p className={css.quiet}>{t('sign_on.provisioning_about')}</p>
        <Facts facts={{ base_uri }} />
        <p>
          {last_called_at === undefined ? t('sign_on.never_called') : t('sign_on.called', { at: at(last_called_at) })}
        </p>
        {has_key ? (
          keys
        ) : (
          <Notice tone={last_called_at === undefined ? 'info' : 'warn'} action={keys}>
            {t(last_called_at === undefined ? 'sign_on.needs_key' : 'sign_on.key_ended')}
          </Notice>
        )}
      </div>
    </Card>
  )
}

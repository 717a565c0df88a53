import type { ShownSignOn } from '@postroom/contract/sign-on'
import { CircleCheck, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import css from './sign-on.module.css'

/** What the identity provider and the users have to know, and which domains an operator has confirmed. */
export function ProviderFacts({ shown }: { shown: ShownSignOn }) {
  const { t } = useTranslation()
  const { redirect_uri, logout_uri, sign_in_link } = shown
  return (
    <>
      <Card title={t('sign_on.facts')}>
        <p className={css.quiet}>{t('sign_on.facts_about')}</p>
        <Facts facts={{ redirect_uri, logout_uri, sign_in_link }} />
      </Card>
      {shown.domains.length > 0 && (
        <Card title={t('sign_on.domains_title')}>
          <ul className={css.list}>
            {shown.domains.map(({ domain, is_confirmed }) => (
              <li key={domain}>
                <span>{domain}</span>
                <StateWord icon={is_confirmed ? CircleCheck : Hourglass} tone={is_confirmed ? 'good' : 'neutral'}>
                  {t(is_confirmed ? 'sign_on.confirmed' : 'sign_on.unconfirmed')}
                </StateWord>
              </li>
            ))}
          </ul>
          {shown.domains.some(({ is_confirmed }) => !is_confirmed) && (
            <p className={css.quiet}>{t('sign_on.domains_about')}</p>
          )}
        </Card>
      )}
    </>
  )
}

/** Addresses to copy, by their names in `sign_on`. */
export function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  return (
    <dl className={css.facts}>
      {Object.entries(facts).map(([name, text]) => (
        <div key={name}>
          <dt>{t(`sign_on.${name}`)}</dt>
          <dd>
            <code>{text}</code>
            <CopyButton text={text} label={t('sign_on.copy', { what: t(`sign_on.${name}`) })} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

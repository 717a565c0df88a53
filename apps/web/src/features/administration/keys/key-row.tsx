import type { ApiKey } from '@postroom/contract/api-key'
import { toPence } from '@postroom/domain/money'
import { Ban, CircleCheck, Clock, KeyRound, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { StateWord } from '../../../ui/lists/state-word.tsx'
import css from './keys.module.css'
import { RenewKeyDialog } from './renew-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

const LOOKS: Readonly<Record<ApiKey['state'], { icon: LucideIcon; tone: Tone }>> = {
  active: { icon: CircleCheck, tone: 'good' },
  expired: { icon: Clock, tone: 'warn' },
  maker_disabled: { icon: TriangleAlert, tone: 'warn' },
  revoked: { icon: Ban, tone: 'neutral' },
}

interface KeyRowProps {
  apiKey: ApiKey
  accountNames: ReadonlyMap<string, string>
  /** The name of its maker. */
  maker: string | undefined
}

/** A key: its state, what it may do, when it was used last, and what can be done. */
export function KeyRow({ apiKey, accountNames, maker }: KeyRowProps) {
  const { t, i18n } = useTranslation()
  const { name, starts_with, scopes, accounts, state, last_day, last_used_at, old_secret_until } = apiKey
  const [open, setOpen] = useState<'renew' | 'revoke'>()
  const close = () => setOpen(undefined)
  const named = (act: string) => ({ 'aria-label': `${act}, ${name}`, children: act })
  const dayOf = (day: string) => new Date(day).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  const atOf = (at: string) => new Date(at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const amount = apiKey.pence_per_day === null ? null : formatPence(toPence(apiKey.pence_per_day), i18n.language)
  return (
    <li className={css.key}>
      <div>
        <span>
          <strong>{name}</strong> <code className={css.quiet}>{starts_with}…</code>
        </span>
        <StateWord {...LOOKS[state]}>{t(`keys.state.${state}`, { day: dayOf(last_day) })}</StateWord>
        <p>{scopes.map((scope) => t(`keys.scope.${scope}`)).join(', ')}</p>
        <p className={css.quiet}>
          {!scopes.includes('provisioning') && (
            <>
              {accounts === null
                ? t('keys.every_account')
                : accounts.map((id) => accountNames.get(id) ?? t('keys.an_account')).join(', ')}
              {' · '}
              {amount === null ? t('keys.no_limit') : t('keys.limit', { amount })}
              {' · '}
            </>
          )}
          {t('keys.calls', { count: apiKey.calls_per_minute })}
        </p>
        <p className={css.quiet}>
          {maker !== undefined && `${t('keys.acts_for', { name: maker })} · `}
          {last_used_at === undefined ? t('keys.never_used') : t('keys.used', { at: atOf(last_used_at) })}
        </p>
        {old_secret_until !== undefined && <p>{t('keys.old_until', { at: atOf(old_secret_until) })}</p>}
      </div>
      {state !== 'revoked' && (
        <div className={css.acts}>
          <Button icon={KeyRound} onPress={() => setOpen('renew')} {...named(t('keys.renew'))} />
          <Button icon={Ban} variant="quiet" onPress={() => setOpen('revoke')} {...named(t('keys.revoke'))} />
        </div>
      )}
      {open === 'renew' && <RenewKeyDialog apiKey={apiKey} onClose={close} />}
      {open === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
    </li>
  )
}

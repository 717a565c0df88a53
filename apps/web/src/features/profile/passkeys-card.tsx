import { PASSKEYS_MAX } from '@postroom/contract/passkey'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../passkeys/can-use-passkeys.ts'
import { passkeyFailureText } from '../../passkeys/passkey-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { browserOf } from './browser-of.ts'
import { passkeysQuery, useAddPasskey } from './passkey-queries.ts'
import { PasskeyRow } from './passkey-row.tsx'
import css from './profile.module.css'
import { twoFactorQuery } from './profile-queries.ts'
import { ProofForm } from './proof-form.tsx'
import rows from './rows.module.css'

/** The passkeys of the user, with which they sign in without a password. */
export function PasskeysCard() {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [isAdding, setAdding] = useState(false)
  const passkeys = useQuery(passkeysQuery())
  const twoFactor = useQuery(twoFactorQuery())
  const { browser, system } = browserOf(navigator.userAgent)
  const here = browser && system ? t('profile.browser_on', { browser, system }) : t('profile.unknown_browser')
  const add = useAddPasskey(({ isHere }) => (isHere ? here : t('profile.passkey_elsewhere')))
  const present = passkeys.data?.passkeys ?? []
  const listed = useRef(0)
  useEffect(() => {
    // what had the focus, the question whether to remove it, went with its row
    if (present.length < listed.current && document.activeElement === document.body) list.current?.focus()
    listed.current = present.length
  }, [present.length])
  const unavailable = passkeys.data?.unavailable ?? (canUsePasskeys() ? undefined : 'browser')
  const failure = passkeyFailureText(add.error, t)
  return (
    <Card title={t('profile.passkeys')}>
      {passkeys.isPending && <Progress label={t('common.loading')} />}
      {passkeys.isError && (
        <Notice tone="error" action={<Button onPress={() => void passkeys.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {passkeys.data && (
        <div className={css.form}>
          {present.length > 0 && (
            <ul ref={list} tabIndex={-1} aria-label={t('profile.passkeys')} className={rows.rows}>
              {present.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} now={new Date(passkeys.dataUpdatedAt)} />
              ))}
            </ul>
          )}
          {unavailable && <p className={css.quiet}>{t(`profile.no_passkeys.${unavailable}`)}</p>}
          {!unavailable && !isAdding && (
            <>
              <p className={css.quiet}>{t('profile.passkeys_text')}</p>
              <div className={css.acts}>
                <Button icon={KeyRound} isDisabled={present.length >= PASSKEYS_MAX} onPress={() => setAdding(true)}>
                  {t('profile.add_passkey')}
                </Button>
                {present.length >= PASSKEYS_MAX && <span className={css.quiet}>{t('profile.most_passkeys')}</span>}
              </div>
            </>
          )}
          {isAdding && failure !== undefined && (
            <Notice tone="error" isLive>
              <p>{failure}</p>
            </Notice>
          )}
          {isAdding && (
            <ProofForm
              text={t('profile.prove_passkey')}
              button={t('profile.continue')}
              inputName="passkey_password"
              needsCode={twoFactor.data?.active ?? false}
              change={add}
              onDone={() => setAdding(false)}
              onCancel={() => setAdding(false)}
            />
          )}
        </div>
      )}
    </Card>
  )
}

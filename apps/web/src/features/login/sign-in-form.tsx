import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkError } from '../../api/api-error.ts'
import { announceFailure } from '../../api/query-client.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { canUsePasskeys } from '../../passkeys/can-use-passkeys.ts'
import type { EndReason } from '../../session/end-session.ts'
import { endedSession, saveSession } from '../../session/session-store.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { passkeyChallengeIn, twoFactorIn, signInFailure } from './sign-in-failure.ts'
import { SignOnButton } from './sign-on-button.tsx'
import { useSignOn } from './use-sign-on.ts'
import css from './sign-in-form.module.css'

interface SignInFormProps {
  /** From another page; always rendered as plain text. */
  message: string | undefined
  /** Why the last session ended, when it ended by itself: the same user then goes on. */
  reason: EndReason | undefined
  /** The page that opens afterwards, and its name unless it is home. */
  next: string
  returnsTo: string | undefined
  /** The handle of the organisation whose sign-in link was opened. */
  organisation: string | undefined
}

export function SignInForm({ message, reason, next, returnsTo, organisation }: SignInFormProps) {
  const { t } = useTranslation()
  const [known] = useState(() => (reason ? (endedSession()?.username ?? '') : ''))
  const [username, setUsername] = useState(known)
  const [password, setPassword] = useState('')
  /** The two-factor code, once the server requires it. */
  const [otp, setOtp] = useState<string>()
  /** What a passkey may sign instead. */
  const [challenge, setChallenge] = useState<string>()
  /** What lacked when the button was pressed; said once, not at each letter. */
  const [lacked, setLacked] = useState('')
  const asking = useMutation({
    mutationFn: () => signIn({ username: username.trim(), password, otp }),
    onSuccess: saveSession,
    onError: (error) => {
      if (twoFactorIn(error) !== 'asked') return announceFailure(error)
      setOtp('')
      setChallenge(passkeyChallengeIn(error))
    },
    meta: { isQuiet: true },
  })
  const offer = useSignOn(username, organisation, next)
  const hasPassword = offer?.passwords ?? true
  const hasPasskeys = hasPassword && canUsePasskeys()
  const lacking = [
    { name: 'username', label: t('login.username'), typed: username.trim() },
    { name: 'password', label: t('login.password'), typed: password },
    { name: 'otp', label: t('login.code'), typed: otp?.trim() },
  ].filter(({ typed }) => typed === '')
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (offer && !hasPassword) return offer.begin.mutate()
    const [first] = lacking
    setLacked(first ? t('login.lacking', { fields: lacking.map(({ label }) => label).join(', ') }) : '')
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`input[name=${first.name}]`)?.focus()
    else if (!asking.isPending) asking.mutate()
  }
  /** A different username or password may need no code. */
  const changed = (change: (text: string) => void) => (text: string) => {
    change(text)
    setOtp(undefined)
    setChallenge(undefined)
  }
  const twoFactor = twoFactorIn(asking.error)
  const failure = asking.error && !twoFactor ? signInFailure(asking.error, t) : undefined
  const text = asking.error ? failure : message
  const missing = (typed: string) => (lacked !== '' && typed === '' ? t('fieldError.required') : undefined)

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {text !== undefined && !asking.isPending && (
        // a refusal with a code is said by its toast
        <Notice tone="error" isLive={asking.error instanceof NetworkError}>
          <p>{text}</p>
        </Notice>
      )}
      <output className="visually-hidden">{lacked}</output>
      {reason && text === undefined && <EndedNotice reason={reason} />}
      <TextField
        name="username"
        label={t('login.username')}
        value={username}
        onChange={changed(setUsername)}
        autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        maxLength={200}
        error={missing(username.trim())}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is the only purpose of this page
        autoFocus={known === ''}
        isRequired
      />
      {offer && <SignOnButton offer={offer} />}
      {hasPassword && (
        <PasswordField
          name="password"
          label={t('login.password')}
          value={password}
          onChange={changed(setPassword)}
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the username of the ended session is filled in
          autoFocus={known !== ''}
          maxLength={1024}
          error={missing(password)}
          isRequired
        />
      )}
      {otp !== undefined && (
        <TextField
          name="otp"
          label={t('login.code')}
          description={t('login.code_hint')}
          value={otp}
          onChange={setOtp}
          autoComplete="one-time-code"
          inputMode="text"
          maxLength={40}
          error={missing(otp.trim()) ?? (twoFactor === 'refused' ? t('backendError.otp_invalid') : undefined)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field appears when the button is pressed, and is the only one left to fill in
          autoFocus
          isRequired
        />
      )}
      {hasPassword && (
        <Button type="submit" variant="primary" isWide isPending={asking.isPending}>
          {t(reason && returnsTo !== undefined ? 'login.submit_and_go_on' : 'login.submit')}
        </Button>
      )}
      {hasPasskeys && (otp === undefined || challenge !== undefined) && <PasskeySignIn challenge={challenge} />}
      {reason && returnsTo !== undefined && (
        <p className={css.returns}>{t('login.ended.returns', { page: returnsTo })}</p>
      )}
    </form>
  )
}

import type { Assertion } from '@postroom/contract/webauthn'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { passkeyFailureText } from '../../passkeys/passkey-failure.ts'
import { saveSession } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { signInFailure } from './sign-in-failure.ts'
import css from './sign-in-form.module.css'

const passkeys = () => import('../../passkeys/sign-in-with-passkey.ts')

/**
 * Signs in with a passkey: by its button, or by the browser's list under the username.
 *
 * @param challenge after the password: the passkey is the second step
 */
export function PasskeySignIn({ challenge }: { challenge: string | undefined }) {
  const { t } = useTranslation()
  const signIn = useMutation({
    mutationFn: async ({ chosen, toSign }: { chosen?: Assertion; toSign?: string | undefined }) => {
      const { askForPasskey, signInWith } = await passkeys()
      return signInWith(chosen ?? (await askForPasskey(toSign)))
    },
    onSuccess: saveSession,
    meta: { isQuiet: true },
  })
  const { mutate, isPending, error } = signIn
  // a challenge that the server has answered is used up; a passkey alone is enough too
  const toSign = error instanceof ApiError ? undefined : challenge
  const offersList = challenge === undefined && !isPending
  useEffect(() => {
    if (!offersList) return
    const stop = new AbortController()
    const offer = async () => {
      const chosen = await (await passkeys()).passkeyFromAutofill(stop.signal)
      if (chosen && !stop.signal.aborted) mutate({ chosen })
    }
    // without the list there is still the button, which says what is wrong
    offer().catch(() => undefined)
    return () => stop.abort()
  }, [offersList, mutate])
  return (
    <div className={css.signOn}>
      {error && (
        <Notice tone="error" isLive>
          <p>{failureText(error, t)}</p>
        </Notice>
      )}
      <Button icon={KeyRound} variant="quiet" isWide isPending={isPending} onPress={() => mutate({ toSign })}>
        {t(challenge === undefined ? 'login.passkey' : 'login.passkey_instead')}
      </Button>
    </div>
  )
}

function failureText(error: Error, t: TFunction): string {
  const code = error instanceof ApiError ? error.code : undefined
  // the server's words for it are about a password
  if (code === 'invalid_credentials') return t('passkey.refused')
  return passkeyFailureText(error, t) ?? (code === undefined ? signInFailure(error, t) : t(`backendError.${code}`))
}

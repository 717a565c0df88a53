import type { Assertion } from '@postroom/contract/webauthn'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../passkeys/can-use-passkeys.ts'
import { passkeyFailureText } from '../../passkeys/passkey-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { passkeysQuery, useProvePasskey } from './passkey-queries.ts'

/** Offers a user with passkeys to prove with one of them who they are, instead of the password. */
export function PasskeyProof(props: { isDisabled: boolean; onProved: (passkey: Assertion) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(passkeysQuery())
  const prove = useProvePasskey()
  if (!canUsePasskeys() || !data || data.unavailable || data.passkeys.length === 0) return null
  const failure = passkeyFailureText(prove.error, t)
  return (
    <>
      {failure !== undefined && (
        <Notice tone="error" isLive>
          <p>{failure}</p>
        </Notice>
      )}
      <div>
        <Button
          icon={KeyRound}
          variant="link"
          isDisabled={props.isDisabled}
          isPending={prove.isPending}
          onPress={() => prove.mutate(undefined, { onSuccess: props.onProved })}
        >
          {t('profile.passkey_instead')}
        </Button>
      </div>
    </>
  )
}

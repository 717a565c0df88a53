import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ProofForm } from './proof-form.tsx'
import { twoFactorQuery, useTwoFactorChanges } from './profile-queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorOffer, type Offer } from './two-factor-offer.tsx'
import { TwoFactorState } from './two-factor-state.tsx'

type Step = { at: 'rest' | 'prepare' | 'remove' } | { at: 'offer'; offer: Offer } | { at: 'codes'; codes: string[] }
const REST: Step = { at: 'rest' }

/** Two-factor sign-in: the secret of a telephone, its first code, and recovery codes. */
export function TwoFactorCard() {
  const { t } = useTranslation()
  const state = useQuery(twoFactorQuery())
  const changes = useTwoFactorChanges()
  const [step, setStep] = useState(REST)
  const isActive = state.data?.active ?? false
  const rest = () => setStep(REST)
  return (
    <Card
      title={t('profile.two_factor')}
      action={
        state.data && <Badge tone={isActive ? 'good' : 'neutral'}>{t(isActive ? 'profile.on' : 'profile.off')}</Badge>
      }
    >
      {state.isPending && <Progress label={t('common.loading')} />}
      {state.isError && (
        <Notice tone="error" action={<Button onPress={() => void state.refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {state.data && step.at === 'rest' && (
        <TwoFactorState
          state={state.data}
          onPrepare={() => setStep({ at: 'prepare' })}
          onRemove={() => setStep({ at: 'remove' })}
        />
      )}
      {step.at === 'prepare' && (
        <ProofForm
          key="prepare"
          text={t(isActive ? 'profile.prove_again' : 'profile.prove')}
          button={t('profile.continue')}
          inputName="two_factor_password"
          needsCode={isActive}
          change={changes.prepare}
          onDone={(offer) => setStep({ at: 'offer', offer })}
          onCancel={rest}
        />
      )}
      {step.at === 'remove' && (
        <ProofForm
          key="remove"
          text={t('profile.prove_off')}
          button={t('profile.turn_off')}
          inputName="two_factor_password"
          needsCode
          change={changes.remove}
          onDone={rest}
          onCancel={rest}
        />
      )}
      {step.at === 'offer' && (
        <TwoFactorOffer
          offer={step.offer}
          confirm={changes.confirm}
          onDone={(codes) => setStep({ at: 'codes', codes })}
          onCancel={rest}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />}
    </Card>
  )
}

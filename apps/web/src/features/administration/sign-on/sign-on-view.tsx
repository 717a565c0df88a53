import { useQuery } from '@tanstack/react-query'
import { KeyRound, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { ProviderFacts } from './provider-facts.tsx'
import { ProvisioningCard } from './provisioning-card.tsx'
import { SignOnForm } from './sign-on-form.tsx'
import { signOnQuery, useRemoveSignOn } from './sign-on-queries.ts'

/** How users of the organisation sign in at its own identity provider. */
export function SignOnView() {
  const { t } = useTranslation()
  const { data: shown, isError, refetch } = useQuery(signOnQuery())
  const [isSettingUp, setSettingUp] = useState(false)
  if (isError && !shown)
    return (
      <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('sign_on.not_loaded')}
      </Notice>
    )
  if (!shown) return <Progress label={t('common.loading')} />
  const isOn = shown.settings !== undefined
  if (!isOn && !isSettingUp)
    return (
      <Card title={t('sign_on.title')}>
        <EmptyState
          icon={KeyRound}
          title={t('sign_on.none')}
          action={
            <Button variant="primary" icon={KeyRound} onPress={() => setSettingUp(true)}>
              {t('sign_on.set_up')}
            </Button>
          }
        >
          {t('sign_on.none_text')}
        </EmptyState>
      </Card>
    )
  return (
    <div className={css.page}>
      <ProviderFacts shown={shown} />
      <Card
        title={t('sign_on.title')}
        {...(isOn && { action: <RemoveButton onRemoved={() => setSettingUp(false)} /> })}
      >
        <SignOnForm key={String(isOn)} shown={shown} onCancel={isOn ? undefined : () => setSettingUp(false)} />
      </Card>
      {isOn && <ProvisioningCard provisioning={shown.provisioning} />}
    </div>
  )
}

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveSignOn()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={Unplug} variant="quiet" onPress={() => setAsking(true)}>
        {t('sign_on.remove')}
      </Button>
      <Dialog
        role="alertdialog"
        title={t('sign_on.remove_title')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              variant="primary"
              isPending={remove.isPending}
              onPress={() => remove.mutate(undefined, { onSuccess: onRemoved })}
            >
              {t('sign_on.remove')}
            </Button>
            <Button variant="quiet" onPress={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('sign_on.remove_text')}</p>
      </Dialog>
    </>
  )
}

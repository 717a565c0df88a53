import type { UseMutationResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { showRefusal } from '../../forms/show-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CodeField } from './code-field.tsx'
import css from './profile.module.css'
import steps from './two-factor-offer.module.css'

export interface Offer {
  secret: string
  url: string
}

/** The barcode library is larger than the rest of the page. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The secret for an authenticator app, as a QR code and as text, and the first code of the app. */
export function TwoFactorOffer(props: {
  offer: Offer
  confirm: UseMutationResult<{ recovery_codes: string[] }, Error, string>
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}) {
  const { offer, confirm, onDone, onCancel } = props
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { otp: '' } })
  const isComplete = /^\s*(?:\d\s*){6}$/.test(useWatch({ control: form.control, name: 'otp' }))
  const submit = form.handleSubmit(({ otp }) => {
    if (!isComplete || confirm.isPending) return
    confirm.mutate(otp, {
      onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
      onError: (error) => showRefusal(form, error),
    })
  })
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={steps.sides}>
        <div className={steps.code}>
          <Suspense fallback={null}>
            <QrCode text={offer.url} alt={t('profile.qr')} />
          </Suspense>
        </div>
        <ol className={steps.steps}>
          <li>
            <p className={steps.what}>{t('profile.scan')}</p>
            <p className={steps.typed}>
              <span>
                {t('profile.or_type')}{' '}
                <code className={steps.secret}>{offer.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
              </span>
              <CopyButton text={offer.secret} label={t('profile.copy_secret')} />
            </p>
          </li>
          <li>
            <div className={steps.digits}>
              <CodeField
                control={form.control}
                name="otp"
                label={t('profile.six_digits')}
                inputMode="numeric"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears when the user asks for it, and is the only field
                autoFocus
              />
            </div>
          </li>
        </ol>
      </div>
      <div className={css.acts}>
        <Button
          type="submit"
          variant={isComplete ? 'primary' : 'secondary'}
          isDisabled={!isComplete}
          isPending={confirm.isPending}
        >
          {t('profile.turn_on')}
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          {t('common.cancel')}
        </Button>
        <span className={css.quiet}>{t('profile.codes_follow')}</span>
      </div>
    </form>
  )
}

import type { UseMutationResult } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { presentPassword } from '@postroom/contract/password'
import { otpSchema } from '@postroom/contract/otp'
import type { Proof } from '@postroom/contract/proof'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { FormPasswordField } from '../../forms/form-password-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { CodeField } from './code-field.tsx'
import css from './profile.module.css'
import { PasskeyProof } from './passkey-proof.tsx'

const passwordSchema = z.object({ current_password: presentPassword })
const bothSchema = passwordSchema.extend({ otp: otpSchema })

/** Asks for the password again before a change of how to sign in, and for a code where two-factor is on; or for a passkey. */
export function ProofForm<Answer>(props: {
  text: string
  button: string
  /** Of the password, as other forms of the page ask for it too. */
  inputName: string
  needsCode: boolean
  change: UseMutationResult<Answer, Error, Proof>
  onDone: (answer: Answer) => void
  onCancel: () => void
}) {
  const { text, button, inputName, needsCode, change, onDone, onCancel } = props
  const { t } = useTranslation()
  const form = useForm<Proof>({
    resolver: contractResolver<Proof>(needsCode ? bothSchema : passwordSchema),
    defaultValues: { current_password: '', ...(needsCode && { otp: '' }) },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const send = (proof: Proof) =>
    change.mutate(proof, { onSuccess: onDone, onError: (error) => showRefusal(form, error) })
  const submit = form.handleSubmit(send)
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.quiet}>{text}</p>
      <FieldGrid>
        <FormPasswordField control={form.control} name="current_password" inputName={inputName} isFirst />
        {needsCode && (
          <CodeField control={form.control} name="otp" label={t('login.code')} description={t('login.code_hint')} />
        )}
      </FieldGrid>
      <FormActs submit={button} isPending={change.isPending} onCancel={onCancel} />
      <PasskeyProof onProved={(passkey) => send({ passkey })} isDisabled={change.isPending} />
    </form>
  )
}

import type { UseMutationResult } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { presentPassword } from '@postroom/contract/password'
import { otpSchema } from '@postroom/contract/two-factor'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { FormPasswordField } from '../../forms/form-password-field.tsx'
import { showRefusal } from '../../forms/show-refusal.ts'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { CodeField } from './code-field.tsx'
import css from './profile.module.css'
import type { Proof } from './profile-queries.ts'

const passwordSchema = z.object({ current_password: presentPassword })
const bothSchema = passwordSchema.extend({ otp: otpSchema })

/** Asks for the password again before a change of two-factor sign-in, and for a code where it is on. */
export function ProofForm<Answer>(props: {
  text: string
  button: string
  needsCode: boolean
  change: UseMutationResult<Answer, Error, Proof>
  onDone: (answer: Answer) => void
  onCancel: () => void
}) {
  const { text, button, needsCode, change, onDone, onCancel } = props
  const { t } = useTranslation()
  const form = useForm<Proof>({
    resolver: contractResolver<Proof>(needsCode ? bothSchema : passwordSchema),
    defaultValues: { current_password: '', ...(needsCode && { otp: '' }) },
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const submit = form.handleSubmit((proof) =>
    change.mutate(proof, { onSuccess: onDone, onError: (error) => showRefusal(form, error) }),
  )
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.quiet}>{text}</p>
      <FieldGrid>
        <FormPasswordField control={form.control} name="current_password" inputName="two_factor_password" isFirst />
        {needsCode && (
          <CodeField control={form.control} name="otp" label={t('login.code')} description={t('login.code_hint')} />
        )}
      </FieldGrid>
      <FormActs submit={button} isPending={change.isPending} onCancel={onCancel} />
    </form>
  )
}

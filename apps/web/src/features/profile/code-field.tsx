import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

interface CodeFieldProps<Values extends FieldValues> extends Pick<
  TextFieldProps,
  'label' | 'description' | 'inputMode' | 'autoFocus'
> {
  control: Control<Values>
  name: FieldPath<Values>
}

/** A code of an authenticator app, or a recovery code where the server takes one. */
export function CodeField<Values extends FieldValues>({ control, name, ...rest }: CodeFieldProps<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  const isEmpty = field.value === ''
  return (
    <TextField
      {...rest}
      {...field}
      autoComplete="one-time-code"
      maxLength={40}
      error={fieldState.error && t(isEmpty ? 'fieldError.required' : 'backendError.otp_invalid')}
      isRequired
    />
  )
}

import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from './form-error.ts'
import { PasswordField } from './password-field.tsx'

interface FormPasswordFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  /** Of the input, where another form of the page asks for the password too. */
  inputName: string
  hint?: string
  /** Gets the focus when its form appears. */
  isFirst?: boolean
}

/** The user's present password, bound to a form: required again before a sensitive change. */
export function FormPasswordField<Values extends FieldValues>(props: FormPasswordFieldProps<Values>) {
  const { control, name, inputName, hint, isFirst = false } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  return (
    <PasswordField
      {...field}
      name={inputName}
      label={t('password.present')}
      hint={hint}
      autoComplete="current-password"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for the form it is the first field of
      autoFocus={isFirst}
      maxLength={1024}
      error={fieldState.error && fieldErrorText(t, fieldState.error)}
      isRequired
    />
  )
}

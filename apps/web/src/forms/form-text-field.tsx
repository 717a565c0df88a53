import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from './form-error.ts'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'

type Given = 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'

export interface FormTextFieldProps<Values extends FieldValues> extends Omit<TextFieldProps, Given> {
  control: Control<Values>
  name: FieldPath<Values>
}

/** A text field bound to a form: its value and its error. */
export function FormTextField<Values extends FieldValues>({ control, name, ...rest }: FormTextFieldProps<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  return <TextField {...rest} {...field} error={fieldState.error && fieldErrorText(t, fieldState.error)} />
}

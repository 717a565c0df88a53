import { useFormState, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { problemsOf } from './form-problems.ts'
import { problemText } from './problem-text.ts'
import type { Facts, ShippingForm } from './shipping-form.ts'

/** The refused fields of the form, above it, after each attempt to send it. */
export function FormErrors({ control, facts }: { control: Control<ShippingForm>; facts: Facts }) {
  const { errors, submitCount } = useFormState({ control })
  const { t } = useTranslation()
  return (
    <ErrorSummary
      key={submitCount}
      errors={problemsOf(errors).map((problem) => ({
        name: problem.name,
        message: problemText(problem, facts.packaging, t),
      }))}
    />
  )
}

import { referenceProblems, type ReferenceField } from '@postroom/domain/people/reference-fields'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ReferenceFields } from '../../facts-line/reference-fields.tsx'
import { emptyShippingForm, type ShippingForm } from '../../item-form/shipping-form.ts'
import { Card } from '../../ui/card.tsx'

const NAMES = ['reference', 'reference2', 'reference3'] as const

interface FieldPreviewProps {
  fields: readonly ReferenceField[]
  /** The answer that was tried for the field at this index, from 0; its field says what is wrong with it. */
  tried: { index: number; answer: string } | undefined
}

/** The fields of the sending form under these rules, which may be tried out. */
export function FieldPreview({ fields, tried }: FieldPreviewProps) {
  const { t } = useTranslation()
  const answers = fields.map((_, index) => (index === tried?.index ? tried.answer : ''))
  const problem = referenceProblems(fields, answers).find(({ position }) => answers[position] !== '')
  const name = NAMES[tried?.index ?? 0]
  const { control } = useForm<ShippingForm>({
    values: { ...emptyShippingForm(''), ...(name && tried && { [name]: tried.answer }) },
    errors: name && problem ? { [name]: { type: 'server', message: problem.code } } : {},
    // the user is typing in the editor
    shouldFocusError: false,
  })
  return (
    <Card title={t('references.preview')}>
      <ReferenceFields control={control} rules={fields} />
    </Card>
  )
}

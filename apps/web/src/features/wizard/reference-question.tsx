import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { CostCenterField } from '../../facts-line/cost-center-field.tsx'
import { costCentersQuery, referenceFieldsQuery } from '../../facts-line/facts-queries.ts'
import { ReferenceFields } from '../../facts-line/reference-fields.tsx'
import type { ShippingForm } from '../../item-form/shipping-form.ts'
import { Card } from '../../ui/card.tsx'
import css from './wizard-page.module.css'

/** The references of the organisation, and who pays where it has cost centres. */
export function ReferenceQuestion({ control }: { control: Control<ShippingForm> }) {
  const { data: rules = [] } = useQuery(referenceFieldsQuery())
  const { data: centers = [] } = useQuery(costCentersQuery())
  return (
    <Card>
      <div className={css.fields}>
        <ReferenceFields control={control} rules={rules} />
        {centers.length > 0 && <CostCenterField control={control} centers={centers} />}
      </div>
    </Card>
  )
}

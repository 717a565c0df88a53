import { Download, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import css from '../administration.module.css'
import { monthsTo } from './account-filter.ts'
import { useSaveVat } from './account-queries.ts'

/** How many months can be chosen. */
const MONTHS = 36

interface VatBarProps {
  accountId: string
  month: string
  thisMonth: string
  hasRows: boolean
  onChange: (month: string) => void
  choice: ReactNode
}

/** Above the VAT statement: its month, and the month as a file. */
export function VatBar({ accountId, month, thisMonth, hasRows, onChange, choice }: VatBarProps) {
  const { t, i18n } = useTranslation()
  const save = useSaveVat(accountId, month)
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const listed = monthsTo(thisMonth, MONTHS)
  const months = listed.includes(month) ? listed : [month, ...listed]
  const kinds = { csv: Download, pdf: FileText } as const
  return (
    <div className={css.filters}>
      {choice}
      <Select
        name="vat-month"
        label={t('account.month')}
        value={month}
        onChange={onChange}
        options={months.map((value) => ({ value, label: name.format(new Date(`${value}-01`)) }))}
      />
      {(['csv', 'pdf'] as const).map((kind) => (
        <Button
          key={kind}
          icon={kinds[kind]}
          isPending={save.isPending}
          isDisabled={!hasRows}
          onPress={() => save.mutate(kind)}
        >
          {t(`account.save_${kind}`)}
        </Button>
      ))}
    </div>
  )
}

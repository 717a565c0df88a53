import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../item-form/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { PeriodFilter } from '../../../ui/lists/period-filter.tsx'
import css from '../administration.module.css'
import { useSaveStatement } from './account-queries.ts'
import type { StatementProps } from './statement-props.ts'

/** Above the movements and the days: which of them, of what time, and the movements of that time as a file. */
export function StatementBar({ accountId, filter, onChange, choice }: StatementProps) {
  const { t } = useTranslation()
  const save = useSaveStatement(accountId, filter)
  return (
    <div className={css.filters}>
      {choice}
      <PeriodFilter days={filter} today={useToday()} onChange={onChange} />
      <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
        {t('administration.save_csv')}
      </Button>
    </div>
  )
}

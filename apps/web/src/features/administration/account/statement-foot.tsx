import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { formatPence } from '../../../ui/format-pence.ts'

interface StatementFootProps {
  count: string
  /** The oldest row; absent while there are older ones to load. */
  first: { amount: number; balance: number } | undefined
}

/** How many rows there are, and the balance before the oldest of them. */
export function StatementFoot({ count, first }: StatementFootProps) {
  const { t, i18n } = useTranslation()
  if (!first) return count
  const amount = formatPence(toPence(first.balance - first.amount), i18n.language)
  return (
    <>
      {count} · {t('account.balance_before', { amount })}
    </>
  )
}

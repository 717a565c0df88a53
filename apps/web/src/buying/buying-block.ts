import type { PrintRefusal } from '@postroom/domain/media/printing-rules'
import type { useBalance } from '../accounts/balance-queries.ts'

/** Why buying is not possible now, shown before the button is pressed. @see spec §5 */
export type BuyingBlock =
  | { code: 'no_account' }
  | { code: 'balance_unknown'; retry: () => void }
  | { code: 'insufficient_funds'; balance: number; total: number; topping_up?: number }
  | { code: 'printing'; refusal: PrintRefusal }

/** What blocks buying, the money first. @param total pence; 0 while there is no price */
export function buyingBlock(
  { account, balance, isPending, isError, retry }: BalanceState,
  total: number,
  refusal: PrintRefusal | undefined,
): BuyingBlock | undefined {
  const available = balance?.balance
  if (isError && available === undefined) return { code: 'balance_unknown', retry }
  if (!isPending && !account) return { code: 'no_account' }
  if (available !== undefined && (available <= 0 || available < total))
    return {
      code: 'insufficient_funds',
      balance: available,
      total,
      ...(balance?.topping_up !== undefined && { topping_up: balance.topping_up }),
    }
  return refusal && { code: 'printing', refusal }
}

type Balance = ReturnType<typeof useBalance>
interface BalanceState extends Pick<Balance, 'isPending' | 'isError'> {
  account: unknown
  balance: Pick<NonNullable<Balance['balance']>, 'balance' | 'topping_up'> | undefined
  retry: () => void
}

import { askForTopUp } from '@postroom/contract/carrier'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../accounts/balance-queries.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'

/** Mails the managers that money is missing. @param missing pence */
export function AskManager({ missing }: { missing: number }) {
  const { t } = useTranslation()
  const { account } = useBalance()
  const ask = useMutation({
    mutationFn: (accountId: string) => call(askForTopUp, { params: { accountId }, body: { missing } }),
  })
  if (!account) return null
  if (ask.isSuccess) return <output>{t('shipping.manager_asked')}</output>
  return (
    <Button isPending={ask.isPending} onPress={() => ask.mutate(account.id)}>
      {t('shipping.ask_manager')}
    </Button>
  )
}

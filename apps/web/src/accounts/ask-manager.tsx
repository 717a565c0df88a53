import { askForTopUp } from '@postroom/contract/carrier'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'

/** Mails the managers of an account that money is missing. @param missing pence */
export function AskManager({ accountId, missing }: { accountId: string | undefined; missing: number }) {
  const { t } = useTranslation()
  const ask = useMutation({
    mutationFn: (account: string) => call(askForTopUp, { params: { accountId: account }, body: { missing } }),
  })
  if (accountId === undefined) return null
  if (ask.isSuccess) return <output>{t('shipping.manager_asked')}</output>
  return (
    <Button isPending={ask.isPending} onPress={() => ask.mutate(accountId)}>
      {t('shipping.ask_manager')}
    </Button>
  )
}

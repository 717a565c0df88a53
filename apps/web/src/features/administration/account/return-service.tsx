import type { CarrierAccount } from '@postroom/contract/carrier'
import { updateCarrierAccount } from '@postroom/contract/carrier-account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { returnServicesQuery } from '../../../return-services.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import css from '../administration.module.css'

const ON_REQUEST = 'on_request'

/** Whether each purchase of the account gets a return label. Nothing where the carrier has none. */
export function ReturnServiceCard({ account: { id: accountId, return_service } }: { account: CarrierAccount }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data } = useQuery(returnServicesQuery(accountId))
  const save = useMutation({
    mutationFn: (code: string) =>
      call(updateCarrierAccount, {
        params: { accountId },
        body: { return_service: code === ON_REQUEST ? null : code },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  })
  const listed = data?.data ?? []
  if (!data?.is_offered || (listed.length === 0 && return_service === undefined)) return null
  const known = listed.some(({ code }) => code === return_service)
  const unlisted = return_service === undefined || known ? [] : [{ value: return_service, label: return_service }]
  return (
    <Card title={t('history.return.title')}>
      <div className={css.form}>
        <Select
          name="return_service"
          label={t('account.return_service')}
          description={t('account.return_note')}
          value={save.isPending ? save.variables : (return_service ?? ON_REQUEST)}
          onChange={(code) => save.mutate(code)}
          isDisabled={save.isPending}
          options={[
            { value: ON_REQUEST, label: t('account.return_on_request') },
            ...listed.map(({ code, name }) => ({ value: code, label: name })),
            ...unlisted,
          ]}
        />
      </div>
    </Card>
  )
}

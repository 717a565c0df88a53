import type { Shipment } from '@postroom/contract/shipment'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnServicesQuery } from '../../return-services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import { sendersQuery, useMakeReturnLabel } from './return-queries.ts'

const OWN = 'own'

/** Asks with which service and to which address, before the carrier is asked. */
export function ReturnDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(returnServicesQuery(shipment.by))
  const senders = useQuery(sendersQuery()).data ?? []
  const make = useMakeReturnLabel(shipment.id)
  const [chosen, setChosen] = useState<string>()
  const [sender, setSender] = useState(OWN)
  const services = data?.data ?? []
  const service = chosen ?? services.at(-1)?.code
  const wanted = service !== undefined && { service, ...(sender !== OWN && { shipper: sender }) }
  const { from } = shipment
  return (
    <Dialog
      title={t('history.return.make')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            variant="primary"
            isDisabled={!wanted}
            isPending={make.isPending}
            onPress={() => wanted && make.mutate(wanted, { onSuccess: onClose })}
          >
            {t('history.return.make')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('history.return.text')}</p>
      {!data && !isError && <Spinner label={t('common.loading')} />}
      {isError && (
        <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('common.could_not_load')}
        </Notice>
      )}
      {data && services.length === 0 && <Notice tone="warn">{data.reason ?? t('history.return.no_service')}</Notice>}
      {services.length > 0 && (
        <>
          <Select
            name="return_service"
            label={t('history.return.service')}
            value={service ?? null}
            onChange={setChosen}
            options={services.map(({ code, name: label }) => ({ value: code, label }))}
          />
          <Select
            name="return_to"
            label={t('history.return.to')}
            value={sender}
            onChange={setSender}
            options={[
              { value: OWN, label: [companyOrPerson(from), from.address1].join(', ') },
              ...senders.map(({ id, alias }) => ({ value: id, label: alias })),
            ]}
          />
        </>
      )}
    </Dialog>
  )
}

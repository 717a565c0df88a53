import type { AddressDraft, ListedAddress } from '@postroom/contract/address-book'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMergeAddresses } from './address-queries.ts'
import css from './addressbook.module.css'
import { mergedAddress, mostUsed } from './merged-address.ts'

interface MergeDialogProps {
  addresses: readonly ListedAddress[]
  onClose: () => void
  /** Called with the ids of the deleted ones. */
  onMerged: (ids: string[], name: string) => void
}

/** Makes one address out of several, after showing which fields it will have. */
export function MergeDialog({ addresses, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(mostUsed(addresses)?.id)
  const merge = useMergeAddresses()
  const kept = addresses.find(({ id }) => id === chosen)
  if (!kept) return null
  const others = addresses.filter(({ id }) => id !== kept.id)
  const merged = mergedAddress(kept, others)
  const duplicates = others.map(({ id }) => id)
  const confirm = () =>
    merge.mutate(
      { id: kept.id, address: merged, duplicates },
      { onSuccess: () => onMerged(duplicates, companyOrPerson(kept)) },
    )
  return (
    <Dialog
      title={t('addressbook.merge_title', { count: addresses.length })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isPending={merge.isPending} onPress={confirm}>
            {t('addressbook.merge')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
        </>
      }
    >
      <Choice
        label={t('addressbook.keep')}
        name="kept"
        look="cards"
        value={kept.id}
        onChange={setChosen}
        options={addresses.map((address) => ({
          value: address.id,
          label: companyOrPerson(address),
          hint: [
            address.address1,
            address.city,
            address.postal_code,
            t('addressbook.times', { count: address.sent }),
          ].join(', '),
        }))}
      />
      <p>{t('addressbook.merge_text')}</p>
      <MergedFields kept={kept} merged={merged} />
    </Dialog>
  )
}

const SHOWN = [
  'name',
  'company_name',
  'address1',
  'address2',
  'address3',
  'city',
  'state_province',
  'postal_code',
  'email',
  'phone1',
] as const

function MergedFields({ kept, merged }: { kept: ListedAddress; merged: AddressDraft }) {
  const { t } = useTranslation()
  return (
    <table className={css.difference}>
      <tbody>
        {SHOWN.filter((field) => merged[field] !== '').map((field) => (
          <tr key={field}>
            <th scope="row">{t(`shipping.address.${field}`)}</th>
            <td>{merged[field] === kept[field] ? merged[field] : <ins>{merged[field]}</ins>}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('addressbook.tags')}</th>
          <td>{merged.tags.join(', ')}</td>
        </tr>
      </tbody>
    </table>
  )
}

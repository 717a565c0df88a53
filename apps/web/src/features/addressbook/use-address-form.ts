import { addressDraftSchema, type AddressDraft, type ListedAddress } from '@postroom/contract/address-book'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { showRefusal } from '../../forms/show-refusal.ts'
import { useSaveAddress } from './address-queries.ts'
import { draftOf } from './merged-address.ts'

/** Changed addresses that are not saved yet, by id; a new one has the id ''. The drawer may follow the list meanwhile. */
export type Unsaved = Map<string, AddressDraft>

const NEW: AddressDraft = {
  name: '',
  company_name: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: 'GB',
  phone1: '',
  email: '',
  code: '',
  isResidential: false,
  visibility: 'Public',
  tags: [],
}

/** The form of one address: keeps unsaved changes, saves, and shows refused fields. */
export function useAddressForm(address: ListedAddress | undefined, unsaved: Unsaved) {
  const key = address?.id ?? ''
  const [kept] = useState(() => unsaved.get(key))
  const save = useSaveAddress(address?.id)
  const form = useForm<AddressDraft>({
    resolver: contractResolver(addressDraftSchema),
    defaultValues: address ? draftOf(address) : NEW,
    ...(kept && { values: kept, resetOptions: { keepDefaultValues: true } }),
  })
  const { isDirty } = form.formState
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => void unsaved.set(key, values) }),
    [form, key, unsaved],
  )
  const drop = () => void unsaved.delete(key)

  const submit = (done: () => void) =>
    form.handleSubmit((draft) =>
      save.mutate(draft, {
        onSuccess: () => {
          form.reset(draft)
          drop()
          done()
        },
        onError: (error) => showRefusal(form, error),
      }),
    )
  return { form, isDirty, isSaving: save.isPending, submit, drop }
}

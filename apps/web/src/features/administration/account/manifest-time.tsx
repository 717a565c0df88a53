import type { CarrierAccount } from '@postroom/contract/carrier'
import { updateCarrierAccount } from '@postroom/contract/carrier-account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Select } from '../../../ui/select.tsx'

const BY_HAND = 'by_hand'
/** From noon to eight, every half an hour: collections end a working day. */
const TIMES = Array.from({ length: 17 }, (_, half) => `${12 + Math.floor(half / 2)}:${half % 2 === 0 ? '00' : '30'}`)

/** When the manifest of a day is asked for by itself. */
export function ManifestTime({ account: { id: accountId, manifest_at } }: { account: CarrierAccount }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (time: string) =>
      call(updateCarrierAccount, { params: { accountId }, body: { manifest_at: time === BY_HAND ? null : time } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  })
  const times = manifest_at === undefined || TIMES.includes(manifest_at) ? TIMES : [...TIMES, manifest_at].toSorted()
  const shown = save.isPending ? save.variables : (manifest_at ?? BY_HAND)
  return (
    <Select
      name="manifest_at"
      label={t('connection.manifest')}
      description={t('connection.manifest_note')}
      value={shown}
      onChange={(time) => save.mutate(time)}
      isDisabled={save.isPending}
      options={[
        { value: BY_HAND, label: t('connection.by_hand') },
        ...times.map((time) => ({ value: time, label: time })),
      ]}
    />
  )
}

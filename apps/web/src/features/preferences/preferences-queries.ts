import { putUserData } from '@postroom/contract/identity'
import {
  deleteOwnSettings,
  listOwnSettings,
  OWN_MAILING_KEY,
  saveOrganisationSettings,
  type DeliveryMails,
  type MailingPreferences,
} from '@postroom/contract/organisation-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { settingsQuery } from '../../mailing/use-mailing.ts'

/** For whom a section is saved. */
export type Scope = 'office' | 'me'

/** What each section of the page is given. */
export interface SectionProps {
  scope: Scope
  mailing: MailingPreferences
  /** The sections that the user has saved for themselves. */
  own: MailingPreferences
  /** A section of the user's own is gone: the page shows everybody's. */
  onDropped: () => void
}

const MOST_LISTED = 100

export const ownSettingsQuery = () =>
  queryOptions({
    queryKey: ['own_settings'],
    queryFn: ({ signal }) =>
      call(listOwnSettings, { query: { length: MOST_LISTED, orderBy: 'fullname', orderAsc: 'true' } }, { signal }),
    select: ({ data }) => data.filter(({ own }) => Object.keys(own).length > 0),
    meta: { isQuiet: true },
  })

const saveOwn = (body: MailingPreferences) => call(putUserData, { query: { key: OWN_MAILING_KEY }, body })

/** Saves one section: for everybody, or for the user beside their other sections. */
export function useSaveSection({ scope, own, onDropped }: SectionProps) {
  const queryClient = useQueryClient()
  const [savedAt, setSavedAt] = useState<Date>()
  const stale = () =>
    Promise.all(
      [settingsQuery().queryKey, ['user_data', OWN_MAILING_KEY], ownSettingsQuery().queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const onSuccess = async () => {
    await stale()
    setSavedAt(new Date())
  }
  const save = useMutation({
    mutationFn: async (section: MailingPreferences): Promise<unknown> =>
      scope === 'office' ? call(saveOrganisationSettings, { body: section }) : saveOwn({ ...own, ...section }),
    onSuccess,
  })
  const drop = useMutation({
    mutationFn: (section: keyof MailingPreferences) => {
      const { [section]: _dropped, ...rest } = own
      return saveOwn(rest)
    },
    onSuccess: async () => {
      await stale()
      onDropped()
    },
  })
  return { save, drop, savedAt }
}

/** Saves for the organisation what is mailed about a shipment on its way. */
export function useSaveDeliveryMails() {
  const queryClient = useQueryClient()
  const [savedAt, setSavedAt] = useState<Date>()
  const save = useMutation({
    mutationFn: (delivery_mails: DeliveryMails) => call(saveOrganisationSettings, { body: { delivery_mails } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey })
      setSavedAt(new Date())
    },
  })
  return { save, savedAt }
}

/** Ends what a colleague has saved for themselves: what is saved for everybody applies to them again. */
export function useDeleteOwn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(deleteOwnSettings, { params: { userId } }),
    onSettled: () =>
      Promise.all(
        [ownSettingsQuery().queryKey, ['user_data', OWN_MAILING_KEY]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

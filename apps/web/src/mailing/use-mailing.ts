import {
  getOrganisationSettings,
  mailingOf,
  mailingSchema,
  OWN_MAILING_KEY,
  type DeliveryMails,
  type MailingPreferences,
} from '@postroom/contract/organisation-settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useUserData } from '../session/user-data.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['organisation_settings'],
    queryFn: ({ signal }) => call(getOrganisationSettings, {}, { signal }),
    meta: { isQuiet: true },
  })

const NO_MAILS: DeliveryMails = { addressee: [], sender: [] }

/** What the office is set to print, what the user has changed for themselves, and what applies to them. */
export function useMailing() {
  const settings = useQuery(settingsQuery())
  const own = useUserData(OWN_MAILING_KEY, mailingSchema, true)
  const { delivery_mails = NO_MAILS, ...office } = settings.data ?? {}
  return {
    deliveryMails: delivery_mails,
    office,
    own: own.data ?? {},
    applies: mailingOf(office, own.data),
    isLoaded: settings.isSuccess && own.isLoaded,
    isError: settings.isError || own.isError,
    retry: () => {
      void settings.refetch()
      own.retry()
    },
  }
}

/** The slogan that is printed unless another is chosen, on a day in UK time. */
export const defaultSlogan = ({ slogans = [] }: MailingPreferences, day: string): string =>
  slogans.find(({ is_default, from = day, until = day }) => is_default && from <= day && day <= until)?.text ?? ''

/** The return address of a franking label; empty: none. */
export const letterReturnAddress = ({ return_address }: MailingPreferences): string =>
  return_address?.on_letters ? return_address.lines : ''

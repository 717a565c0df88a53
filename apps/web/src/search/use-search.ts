import type { Addressee } from '@postroom/contract/addressee'
import type { Shipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { wordsIn } from '@postroom/domain/catalogue/addressee-words'
import { foldedName } from '@postroom/domain/catalogue/country-names'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAddressees } from '../addresses/addressee-queries.ts'
import { call } from '../api/call.ts'
import { useDebounced } from '../api/use-debounced.ts'
import { helpQuery, topicsNamed } from '../help/help-queries.ts'
import type { HelpTexts, TopicName } from '../help/topics.ts'
import { languageOf } from '../i18n.ts'
import type { PageName } from '../pages.ts'
import { useListedPages } from '../session/use-listed-pages.ts'
import { useMayOpen } from '../session/use-may-open.ts'
import { SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts'

const DEBOUNCE_MS = 150

/** The most rows of a kind. */
const SHOWN = 3

export interface Found {
  pages: PageName[]
  settings: SettingName[]
  people: Addressee[]
  shipments: Shipment[]
  /** Topics of the help, once its texts are loaded. */
  topics: { name: TopicName; title: string; note: string }[]
  /** Shipments that are found, shown or not. */
  shipmentsFound: number
  /** More are found than are counted. */
  isMore: boolean | undefined
  /** Every answer for the typed text is there. */
  isSettled: boolean
  hasFailed: boolean
  retry: () => void
}

/** What a typed text finds. Nothing of an earlier text is among it, so that Enter never opens what is no longer meant. */
export function useSearch(typed: string): Found {
  const { t, i18n } = useTranslation()
  const listed = useListedPages()
  const mayOpen = useMayOpen()
  const queryClient = useQueryClient()
  const text = typed.trim()
  const q = useDebounced(text, DEBOUNCE_MS)
  const addressees = useAddressees(typed, true)
  const shipments = useQuery({
    queryKey: ['shipments', { text: q, length: SHOWN }],
    queryFn: ({ signal }) => call(searchShipments, { query: { text: q, length: SHOWN } }, { signal }),
    retry: false,
    meta: { isQuiet: true },
  })
  const help = useQuery(helpQuery(languageOf(i18n.language)))
  const found = q === text ? shipments.data : undefined
  return {
    pages: [...listed.map(({ name }) => name), 'profile' as const]
      .filter((name) => isNamed(t(`page.${name}`), text))
      .slice(0, text === '' ? undefined : SHOWN),
    settings: SETTING_NAMES.filter((name) => text !== '' && mayOpen(SETTINGS[name].page))
      .filter((name) => isNamed(t(`search.setting.${name}`), text))
      .slice(0, SHOWN),
    people: [...addressees.book, ...addressees.past].slice(0, SHOWN),
    shipments: (found?.data ?? []).filter((row) => row.transaction_type === 'postage'),
    shipmentsFound: found?.total ?? 0,
    isMore: found?.total_is_minimum,
    topics: help.data && text !== '' ? topicsIn(help.data, text) : [],
    isSettled: !help.isPending && addressees.isSettled && q === text && !shipments.isPending,
    hasFailed: addressees.hasFailed || shipments.isError,
    retry: () => {
      for (const noun of ['addressees', 'shipments'])
        void queryClient.refetchQueries({ queryKey: [noun], type: 'active' })
    },
  }
}

const topicsIn = (texts: HelpTexts, typed: string): Found['topics'] =>
  topicsNamed(texts, typed)
    .slice(0, SHOWN)
    .map((name) => ({ name, title: texts[name].title, note: texts[name].note }))

/** Whether each typed word begins a word of a name. */
function isNamed(name: string, typed: string): boolean {
  const words = foldedName(name).split(' ')
  return wordsIn(typed).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

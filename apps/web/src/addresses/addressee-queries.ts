import { findAddressees, type Addressee } from '@postroom/contract/addressee'
import { isFoundBy } from '@postroom/domain/catalogue/addressee-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useDebounced } from '../api/use-debounced.ts'

const DEBOUNCE_MS = 150

export interface Addressees {
  book: Addressee[]
  past: Addressee[]
  /** The answer for the typed text is there. */
  isSettled: boolean
  hasFailed: boolean
}

/**
 * The addressees a typed text finds. While the answer is fetched, those of the previous one that match the text too, so
 * that nothing else can be chosen.
 */
export function useAddressees(typed: string, isAsked: boolean): Addressees {
  const q = useDebounced(typed.trim().slice(0, 100), DEBOUNCE_MS)
  const { data, isError, isPlaceholderData, isPending } = useQuery({
    queryKey: ['addressees', { q }],
    queryFn: ({ signal }) => call(findAddressees, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    retry: false,
    meta: { isQuiet: true },
  })
  const matching = (rows: Addressee[] = []) =>
    rows.filter(({ address, code }) => isFoundBy({ ...address, code }, typed))
  return {
    book: matching(data?.book),
    past: matching(data?.past),
    isSettled: q === typed.trim() && !isPlaceholderData && !isPending,
    hasFailed: isError,
  }
}

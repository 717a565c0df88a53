import type { Shipment } from '@postroom/contract/shipment'
import type { LabelStock } from '@postroom/domain/media/label-stock'
import type { MailingPreferences } from '@postroom/contract/organisation-settings'
import { useState } from 'react'
import * as z from 'zod'
import { useUserData } from '../../../session/user-data.ts'
import { firstPlace, inOrder, nextFree, placeAt, placeCount, positionOf, type Place } from './sheet-places.ts'

/** The sheets in the printer, one for each stock: which places are used, and the last day one was printed. */
const sheetsSchema = z.record(
  z.string(),
  z.object({ used: z.array(z.object({ index: z.int(), row: z.int() })), printed_on: z.string().optional() }),
)

/**
 * The sheet of a stock: its used places, which the server keeps for the user, and the places chosen now. Until the user
 * chooses, it is one place: the first of the preferences or of spec §9, or the next free one.
 *
 * @param preferred for this stock; without `continues` each print begins at the first position again
 */
export function useSheet(stock: LabelStock, preferred?: MailingPreferences['sheet']) {
  const { data, isLoaded, isError, retry, change } = useUserData('letters.sheets', sheetsSchema)
  const [choice, setChoice] = useState<{ stock: string; places: readonly Place[] }>()
  const [focus, setFocus] = useState<Place>()
  const continues = preferred?.continues ?? true
  const used = continues ? usedIn(data, stock) : []
  const first = preferred?.first_position ? placeAt(stock, preferred.first_position) : firstPlace(stock)
  const untouched = () => nextFree(stock, used, first, stock.places_per_label)
  const wanted = choice?.stock === stock.name ? choice.places : untouched()
  // before the used places are known, none can be chosen
  const chosen = isLoaded ? wanted.filter((place) => !used.includes(place)) : []

  const keep = (of: LabelStock, next: (before: Place[]) => { used: Place[]; printed_on?: string | undefined }) =>
    change((before) => {
      const { used: places, printed_on } = next(usedIn(before, of))
      const kept = { used: places.map((place) => positionOf(of, place)), ...(printed_on && { printed_on }) }
      return { ...before, [of.name]: kept }
    })
  return {
    used,
    first,
    chosen,
    isLoaded,
    isError,
    retry,
    /** The day of the last print on this sheet. */
    printedOn: used.length > 0 ? data?.[stock.name]?.printed_on : undefined,
    focus: Math.min(focus ?? chosen[0] ?? 0, placeCount(stock) - 1),
    setFocus,
    choose: (places: readonly Place[]) => setChoice({ stock: stock.name, places }),
    setUsed: (places: Place[]) =>
      void keep(stock, () => ({ used: places, printed_on: data?.[stock.name]?.printed_on })),
    /** Starts with an unused sheet. */
    renew: () => {
      setChoice(undefined)
      void keep(stock, () => ({ used: [] }))
    },
    /**
     * Remembers the places of labels before they are printed. A place shown as used though nothing came out costs a sticker;
     * one shown as free though it was printed would be printed over. It stays used after a failure, as the label is printed
     * there again; U makes it free.
     */
    markUsed: async (of: LabelStock, { meta_data }: Pick<Shipment, 'meta_data'>, today: string): Promise<void> => {
      const places = meta_data.avery_label_location.map((position) => placeAt(of, position))
      if (places.length === 0) return
      setChoice(undefined)
      if (!continues) return
      await keep(of, (before) => ({ used: inOrder([...before, ...places]), printed_on: today }))
    },
  }
}

const usedIn = (sheets: z.output<typeof sheetsSchema> | null, stock: LabelStock): Place[] =>
  (sheets?.[stock.name]?.used ?? [])
    .map((position) => placeAt(stock, position))
    .filter((place) => place < placeCount(stock))

import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'

const PLACES = ['main', ...PRINTER_KINDS] as const
/** What a device manager is chosen for: this browser, or one kind of printer only. */
export type Place = (typeof PLACES)[number]

/** Ids of hubs. A kind without one is printed where this browser prints. */
export type Choices = Readonly<Partial<Record<Place, string>>>

const keyOf = (place: Place): string => (place === 'main' ? 'postroom.device' : `postroom.device.${place}`)

export const keptChoices = (storage: Pick<Storage, 'getItem'>): Choices =>
  Object.fromEntries(PLACES.map((place) => [place, storage.getItem(keyOf(place))]).filter(([, id]) => id !== null))

/** Without an id the choice is forgotten. */
export function keepChoice(storage: Pick<Storage, 'setItem' | 'removeItem'>, place: Place, id?: string): void {
  if (id === undefined) storage.removeItem(keyOf(place))
  else storage.setItem(keyOf(place), id)
}

/** The device manager this browser prints with: the chosen one, else one that is on the line. */
export const mainHub = (hubs: readonly Hub[], { main }: Choices): Hub | undefined =>
  hubs.find(({ id }) => id === main) ?? hubs.find(({ connected }) => connected) ?? hubs[0]

/** The device manager that prints a kind: the one chosen for it, also while that is away, else the main one. */
export const hubOfKind = (hubs: readonly Hub[], choices: Choices, kind: PrinterKind): Hub | undefined =>
  hubs.find(({ id }) => id === choices[kind]) ?? mainHub(hubs, choices)

/** What was chosen and is not paired any more. */
export const lostChoices = (hubs: readonly Hub[], choices: Choices): readonly Place[] =>
  PLACES.filter((place) => choices[place] !== undefined && hubs.every(({ id }) => id !== choices[place]))

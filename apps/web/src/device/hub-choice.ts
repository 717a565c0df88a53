import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'

const PLACES = ['main', ...PRINTER_KINDS] as const
/** What a device manager is chosen for: the whole browser, or one kind of printer. */
export type Place = (typeof PLACES)[number]

/** Ids of hubs. A kind without one uses the main one. */
export type Choices = Readonly<Partial<Record<Place, string>>>

const keyOf = (place: Place): string => (place === 'main' ? 'postroom.device' : `postroom.device.${place}`)

export const keptChoices = (storage: Pick<Storage, 'getItem'>): Choices =>
  Object.fromEntries(PLACES.map((place) => [place, storage.getItem(keyOf(place))]).filter(([, id]) => id !== null))

/** Stores a choice; without an id removes it. */
export function keepChoice(storage: Pick<Storage, 'setItem' | 'removeItem'>, place: Place, id?: string): void {
  if (id === undefined) storage.removeItem(keyOf(place))
  else storage.setItem(keyOf(place), id)
}

/** The device manager this browser prints with: the chosen one, else a connected one. */
export const mainHub = (hubs: readonly Hub[], { main }: Choices): Hub | undefined =>
  hubs.find(({ id }) => id === main) ?? hubs.find(({ connected }) => connected) ?? hubs[0]

/** The device manager that prints a kind: the one chosen for it, even while disconnected, else the main one. */
export const hubOfKind = (hubs: readonly Hub[], choices: Choices, kind: PrinterKind): Hub | undefined =>
  hubs.find(({ id }) => id === choices[kind]) ?? mainHub(hubs, choices)

/** Choices that are no longer paired. */
export const lostChoices = (hubs: readonly Hub[], choices: Choices): readonly Place[] =>
  PLACES.filter((place) => choices[place] !== undefined && hubs.every(({ id }) => id !== choices[place]))

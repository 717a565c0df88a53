import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { Db } from '../db/database.ts'
import { answerWithin } from './answer-within.ts'
import type { CarrierPort, ResolveOutcome } from './carrier-port.ts'
import { clickAndDropCarrier } from './click-and-drop/click-and-drop-carrier.ts'
import type { ClickAndDrop } from './click-and-drop/connected-api.ts'
import type { ShippingV3 } from './shipping-v3/installation.ts'
import { shippingV3Carrier } from './shipping-v3/shipping-v3-carrier.ts'
import { sandboxCarrier } from './sandbox/sandbox-carrier.ts'

/** The carriers of an installation by their codes, as in the table `carrier`. */
export type Carriers = Readonly<Record<string, CarrierPort>>

interface WithCarriers {
  carriers: Carriers
}

interface Connections {
  /** The clock of the sandbox. */
  now?: (() => Date) | undefined
  /** Real postage in place of the sandbox's specimens. */
  clickAndDrop?: Omit<ClickAndDrop, 'db'> | undefined
  /** The same, by another interface of Royal Mail. */
  shippingV3?: Omit<ShippingV3, 'db'> | undefined
}

/** Every carrier that postage can be bought from. An installation sells specimens or postage, never both. */
export const connectCarriers = (db: Db, connections: Connections = {}): Carriers => ({
  [DEFAULT_CARRIER.code]: royalMail(db, connections),
})

function royalMail(db: Db, { now, clickAndDrop, shippingV3 }: Connections): CarrierPort {
  if (clickAndDrop) return clickAndDropCarrier({ db, ...clickAndDrop })
  return shippingV3 ? shippingV3Carrier({ db, ...shippingV3 }) : sandboxCarrier(db, now)
}

export const isCarrier = ({ carriers }: WithCarriers, code: string): boolean => Object.hasOwn(carriers, code)

/** The codes of the carriers that can be asked where their items are. */
export const trackingCarriers = (carriers: Carriers): string[] =>
  Object.keys(carriers).filter((code) => carriers[code]!.track)

/** The services a carrier sells; none for a carrier that is not connected. */
export const servicesSoldBy = ({ carriers }: WithCarriers, code: string): readonly ServiceCode[] =>
  isCarrier({ carriers }, code) ? carriers[code]!.services() : []

/**
 * The connection to a carrier. A call that fails, times out or returns an invalid answer is `unknown`.
 *
 * @throws Error when it is not connected: an account is opened for connected carriers only
 */
export function carrierOf({ carriers }: WithCarriers, code: string): CarrierPort {
  const carrier = isCarrier({ carriers }, code) ? carriers[code]! : undefined
  if (!carrier) throw new Error(`Carrier ${code} is not connected`)
  const inTime = <T>(call: () => Promise<T>) => answerWithin(carrier.timeout_ms, call)
  return {
    ...carrier,
    purchase: async (ref, order) => sensible(await inTime(() => carrier.purchase(ref, order))),
    resolve: async (ref, order) => sensible(await inTime(() => carrier.resolve(ref, order))),
    void: (ref, n) => inTime(() => carrier.void(ref, n)),
    ...(carrier.track && { track: (...asked) => inTime(() => carrier.track!(...asked)) }),
  }
}

/** An answer with an impossible charge cannot be booked, so it counts as unknown and the settler asks again. */
const sensible = <Outcome extends ResolveOutcome>(outcome: Outcome): Outcome | { kind: 'unknown' } =>
  outcome.kind === 'accepted' && outcome.charged !== undefined && !(outcome.charged > 0) ? { kind: 'unknown' } : outcome

import { renderLabel } from '@postroom/documents/label/label'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import type { CarrierPort } from '../carrier-port.ts'
import { finalWordOn, labelOf, purchaseOutcome, voidOutcome } from '../royal-mail/final-word.ts'
import { callLine } from '../royal-mail/call-line.store.ts'
import { trackItems } from '../royal-mail-tracking/track-items.ts'
import { cancelShipment, completeShipment } from './complete-shipment.ts'
import { shipmentOf, whyNotAsked } from './create-shipment.ts'
import type { ShippingV3 } from './installation.ts'
import { shippingV3Keys } from './keys.ts'
import { loginFor, loginOf, refuseLogin, type Login } from './login.store.ts'
import { abandon, isOlder, moveOn, referenceOf, rememberFirst, rememberVoid, voidAnswerOf } from './reference.store.ts'
import { SHIPPING_SERVICES } from './service-codes.ts'
import { openSession, REFUSED_SESSION, type Session } from './session.ts'
import { isTurnedAway, shippingV3Api } from './shipping-v3-api.ts'

const HORIZON_MS = 15 * 60_000
/** A token, the shipment and its label, each in its turn. */
const TIMEOUT_MS = 20_000

const UNKNOWN = { kind: 'unknown' } as const
const NOT_CONNECTED = 'This account is not connected to Royal Mail Shipping.'
const NOT_CONFIRMED = 'Royal Mail did not confirm the shipment, so nothing was bought. Try again.'

/**
 * Royal Mail through its Shipping API v3. A shipment is allocated first: it has an identifier and is not posted. Only its label
 * makes it postage, and a label can be asked for again. So a lost answer costs nothing before the identifier is known, and
 * nothing is lost after.
 */
export function shippingV3Carrier(installation: ShippingV3): CarrierPort {
  const { db, seal, horizon_ms = HORIZON_MS, tracking } = installation
  const trackWith = tracking && trackItems(db, tracking)
  const sessions = new Map<string, Session>()
  const sessionOf = (login: Login): Session => {
    const line = callLine(db, `shipping-v3 ${login.id}`, 0)
    const session = sessions.get(login.id) ?? openSession(installation, login, line, () => refuseLogin(db, login.id))
    sessions.set(login.id, session)
    return session
  }
  const apiFor = (login: Login) => shippingV3Api(login.is_refused ? REFUSED_SESSION : sessionOf(login))

  return {
    timeout_ms: TIMEOUT_MS,
    finishedLabels: true,
    keys: shippingV3Keys(installation, sessionOf),

    services: () => Object.keys(SHIPPING_SERVICES) as ServiceCode[],

    async purchase(ref, order) {
      const login = await loginOf(db, seal, order.draft.by)
      const refusal = login ? whyNotAsked(order) : NOT_CONNECTED
      const isFirst = await (login && refusal === undefined
        ? rememberFirst(db, ref, { state: 'asked', login_id: login.id })
        : rememberFirst(db, ref, { state: 'rejected', login_id: null, reason: refusal! }))
      if (!isFirst || !login || refusal !== undefined) return purchaseOutcome((await referenceOf(db, ref))!)
      const api = apiFor(login)
      const created = await api.create(shipmentOf(ref, order, login.posting_location))
      if (created.kind !== 'ok')
        return purchaseOutcome(await abandon(db, ref, created.kind === 'refused' ? created.reason : NOT_CONFIRMED))
      const reference = await moveOn(db, ref, 'asked', { shipment_id: created.value })
      const work = { db, api, ref, order, shipmentId: created.value }
      if (reference.state === 'asked') return purchaseOutcome(await completeShipment(work))
      // this process slept until the purchase was abandoned
      await api.cancel(created.value)
      return purchaseOutcome(reference)
    },

    async resolve(ref, order) {
      if (await rememberFirst(db, ref, { state: 'tombstoned', login_id: null })) return { kind: 'tombstoned' }
      const reference = (await referenceOf(db, ref))!
      const { state, login_id, shipment_id: shipmentId } = reference
      if (state !== 'asked' && state !== 'cancelling') return finalWordOn(reference)
      if (shipmentId === null) return finalWordOn(await abandon(db, ref, NOT_CONFIRMED))
      const login = await loginFor(db, seal, login_id!)
      if (!login) return UNKNOWN
      const work = { db, api: apiFor(login), ref, order, shipmentId }
      if (state === 'cancelling') return finalWordOn(await cancelShipment(work))
      return finalWordOn(await completeShipment(work, await isOlder(db, ref, horizon_ms)))
    },

    async void(ref, n) {
      const earlier = await voidAnswerOf(db, ref, n)
      if (earlier) return voidOutcome(earlier)
      const reference = await referenceOf(db, ref)
      if (reference?.state === 'voided') return { kind: 'voided' }
      if (reference?.state !== 'live') return { kind: 'refused', reason: 'Royal Mail has no such shipment.' }
      const login = await loginFor(db, seal, reference.login_id!)
      if (!login) return UNKNOWN
      const cancelled = await apiFor(login).cancel(reference.shipment_id!)
      if (cancelled.kind === 'unknown' || isTurnedAway(cancelled)) return UNKNOWN
      return voidOutcome(await rememberVoid(db, ref, n, cancelled.kind === 'ok' ? null : cancelled.reason))
    },

    // the carrier lays out its own label
    layOutLabel: () => {},

    async documents(ref, content, dpi) {
      if (ref === null) return renderLabel(content, dpi)
      const reference = await referenceOf(db, ref)
      return reference && labelOf(reference)
    },

    ...(trackWith && { track: (_ref, _order, items) => trackWith(items) }),
  }
}

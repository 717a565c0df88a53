import { createHmac } from 'node:crypto'

/** A delivery of an event. */
export interface Delivery {
  payload: string
  headers: { 'content-type': string; 'stripe-signature': string }
}

interface Signing {
  secret: string
  /** Seconds since 1970. */
  at?: number
}

/** An event as Stripe delivers it: signed with the time, as `t=…,v1=…`. */
export function signedEvent(event: object, { secret, at = Math.floor(Date.now() / 1000) }: Signing): Delivery {
  const payload = JSON.stringify(event, null, 2)
  const v1 = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return {
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${v1}` },
  }
}

import type { ConnectionTest } from '@postroom/contract/carrier-connection'
import type { CarrierKeys } from '../carrier-port.ts'
import type { ShippingV3 } from './installation.ts'
import { connectedSince, endLogin, loginOf, saveLogin, tryLoginAgain, type Login } from './login.store.ts'
import { NO_LINE } from '../royal-mail/call-line.store.ts'
import { openSession, type Session } from './session.ts'
import { isTurnedAway, shippingV3Api } from './shipping-v3-api.ts'

/** No account has a shipment with this identifier. */
const NO_SHIPMENT = '000000000000000000000'
const NO_LOGIN = 'Royal Mail Shipping is used with a user name, a password and a posting location.'

/** Each account buys with a user name and password of its own. @param sessionOf the session that its purchases share */
export const shippingV3Keys = (installation: ShippingV3, sessionOf: (login: Login) => Session): CarrierKeys => ({
  check: async ({ login }) =>
    login ? testSession(openSession(installation, login, NO_LINE)) : { result: 'refused', reason: NO_LOGIN },

  async test(accountId) {
    const login = await loginOf(installation.db, installation.seal, accountId)
    if (!login) return { result: 'not_connected' }
    const session = sessionOf(login)
    session.forget()
    await tryLoginAgain(installation.db, login.id)
    return testSession(session)
  },

  async connectionOf(db, accountId) {
    const connection = await connectedSince(db, accountId)
    if (!connection) return { state: 'not_connected', asks: 'login' }
    return { state: 'connected', asks: 'login', since: connection.since.toISOString(), prints_labels: true }
  },

  save: async (db, accountId, { login }) => saveLogin(db, installation.seal, accountId, login!),
  end: endLogin,
})

/** Asks for the label of a shipment that does not exist: that it is not found says that the login works. */
async function testSession(session: Session): Promise<ConnectionTest> {
  const label = await shippingV3Api(session).printLabel(NO_SHIPMENT)
  if (label.kind !== 'refused' || label.status === 0) return { result: 'no_answer' }
  return isTurnedAway(label)
    ? { result: 'refused', reason: label.reason }
    : { result: 'connected', prints_labels: true }
}

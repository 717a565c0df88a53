import {
  connectCarrierAccount,
  disconnectCarrierAccount,
  getCarrierConnection,
  testCarrierConnection,
} from '@postroom/contract/carrier-connection'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import type { CarrierAccount } from './account.store.ts'
import { ownAccount } from './own-account.rule.ts'
import { connectAccount, disconnectAccount, keysOf } from './carrier-connection.ts'

/** Each attempt calls the carrier up to three times, so an account may be tested this often per quarter of an hour. */
const TESTS_MAX = 20

/** The key with which an account buys at its carrier. @see decision 030 */
export function carrierConnectionRoutes(api: Api, context: Context): void {
  const { db } = context
  const countTest = ({ id }: CarrierAccount) =>
    countAttempt(context, [{ counter: `connection of\n${id}`, max: TESTS_MAX }])

  serve(api, getCarrierConnection, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const { keys } = carrierOf(context, account.carrier_code)
    return keys ? keys.connectionOf(db, account.id) : { state: 'not_needed' as const }
  })

  serve(api, connectCarrierAccount, async ({ params, body: key, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const keys = keysOf(context, account)
    await countTest(account)
    const found = await keys.check(key)
    if (found.result !== 'connected') return found
    await act(context, user, (tx, actor) => connectAccount(tx, actor, { keys, account, key }, found))
    return found
  })

  serve(api, testCarrierConnection, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const keys = keysOf(context, account)
    await countTest(account)
    return keys.test(account.id)
  })

  serve(api, disconnectCarrierAccount, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const keys = keysOf(context, account)
    await act(context, user, (tx, actor) => disconnectAccount(tx, actor, { keys, account }))
    return keys.connectionOf(db, account.id)
  })
}

import { connectCarrierAccount, type ConnectionTest } from '@postroom/contract/carrier-connection'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { CarrierKeys } from '../carriers/carrier-port.ts'
import { clickAndDropKeys } from '../carriers/click-and-drop/keys.ts'
import { readConfig } from '../config.ts'
import { clickAndDropOf } from '../configured.ts'
import type { Db } from '../db/database.ts'
import { findAccountById, type CarrierAccount } from '../features/accounts/account.store.ts'
import { connectAccount, disconnectAccount } from '../features/accounts/carrier-connection.ts'
import { sealUnder } from '../sealed-text.ts'
import { secretKeyOf } from '../secret-key.ts'
import { parseArgument } from './administration.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Connects an account with the key on standard input, where no list of processes shows it, once Royal Mail accepts it. */
export const connectClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async (db, on) => {
    const key = parseArgument(connectCarrierAccount.body, { api_key: await text(process.stdin) })
    const found = await on.keys.check(key)
    if (found.result === 'connected') await connectAccount(db, commandLineOf(on.account), { ...on, key }, found)
    return outcomeOf(found)
  })

/** Tests the key of an account. */
export const testClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async (_, on) => outcomeOf(await on.keys.test(on.account.id)))

/** Ends the connection of an account. */
export const disconnectClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async (db, on) => {
    await disconnectAccount(db, commandLineOf(on.account), on)
    return { text: 'Nothing more is bought with this key. Orders made with it can still be voided.\n', exitCode: 0 }
  })

/** Acts for the organisation of an account, without a user. */
const commandLineOf = ({ organisation_id }: CarrierAccount) => ({ organisation_id })

const withAccount = (
  id: string,
  work: (db: Db, on: { keys: CarrierKeys; account: CarrierAccount }) => Promise<Outcome>,
): Promise<Outcome> =>
  onDatabase(async (db) => {
    const config = readConfig(process.env)
    const connected = clickAndDropOf(config, sealUnder(secretKeyOf(config)))
    if (!connected) throw new Error('CLICK_AND_DROP_URL is not set: this server does not buy at Click & Drop.')
    const account = await findAccountById(db, parseArgument(z.uuid(), id))
    if (!account) throw new Error(`There is no account ${id}.`)
    return work(db, { keys: clickAndDropKeys({ db, ...connected }), account })
  })

function outcomeOf({ result, reason, release, prints_labels }: ConnectionTest): Outcome {
  if (result === 'not_connected')
    return { text: 'This account has no key, or it was encrypted with another secret key.\n', exitCode: 1 }
  if (result === 'refused') return { text: `Royal Mail refused the key: ${reason}\n`, exitCode: 1 }
  if (result === 'no_answer') return { text: 'Click & Drop did not answer. Test again later.\n', exitCode: 1 }
  const about = `Connected to Click & Drop, release ${release}.\n`
  if (prints_labels === true) return { text: `${about}The account may print labels.\n`, exitCode: 0 }
  if (prints_labels === undefined)
    return { text: `${about}Whether it may print labels is not known. Test again later.\n`, exitCode: 1 }
  const why = 'Royal Mail allows labels through its interface for business accounts only, so nothing can be bought.'
  return { text: `${about}The account may not print labels: ${why}\n`, exitCode: 1 }
}

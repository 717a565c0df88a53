import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { ClickAndDrop } from '../carriers/click-and-drop/connected-api.ts'
import { connectAccount, endConnection } from '../carriers/click-and-drop/connection.store.ts'
import { testConnection, type ConnectionTest } from '../carriers/click-and-drop/test-connection.ts'
import { clickAndDropOf, readConfig } from '../config.ts'
import { findAccountById } from '../features/accounts/account.store.ts'
import { sealUnder } from '../sealed-text.ts'
import { secretKeyOf } from '../secret-key.ts'
import { parseArgument } from './administration.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

const keySchema = z.string().trim().min(1).max(500)

/** Connects an account with the key on standard input, where no list of processes shows it, and tests it. */
export const connectClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async (installation, accountId) => {
    const key = parseArgument(keySchema, await text(process.stdin))
    await connectAccount(installation.db, installation.seal, accountId, key)
    return outcomeOf(await testConnection(installation, accountId))
  })

/** Tests the key of an account. */
export const testClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async (installation, accountId) => outcomeOf(await testConnection(installation, accountId)))

/** Ends the connection of an account. */
export const disconnectClickAndDrop = (account: string): Promise<Outcome> =>
  withAccount(account, async ({ db }, accountId) => {
    await endConnection(db, accountId)
    return { text: 'Nothing more is bought with this key. Orders made with it can still be voided.\n', exitCode: 0 }
  })

const withAccount = (
  account: string,
  work: (installation: ClickAndDrop, accountId: string) => Promise<Outcome>,
): Promise<Outcome> =>
  onDatabase(async (db) => {
    const config = readConfig(process.env)
    const connected = clickAndDropOf(config, sealUnder(secretKeyOf(config)))
    if (!connected) throw new Error('CLICK_AND_DROP_URL is not set: this server sells specimens.')
    const accountId = parseArgument(z.uuid(), account)
    if (!(await findAccountById(db, accountId))) throw new Error(`There is no account ${account}.`)
    return work({ db, ...connected }, accountId)
  })

function outcomeOf(found: ConnectionTest): Outcome {
  if (found.kind === 'not_connected')
    return { text: 'This account has no key, or it was encrypted with another secret key.\n', exitCode: 1 }
  if (found.kind === 'refused') return { text: `Royal Mail refused the key: ${found.reason}\n`, exitCode: 1 }
  if (found.kind === 'no_answer') return { text: 'Click & Drop did not answer. Test again later.\n', exitCode: 1 }
  const { release, prints_labels } = found
  const about = `Connected to Click & Drop, release ${release}.\n`
  if (prints_labels === true) return { text: `${about}The account may print labels.\n`, exitCode: 0 }
  if (prints_labels === undefined)
    return { text: `${about}Whether it may print labels is not known. Test again later.\n`, exitCode: 1 }
  const reason = 'Royal Mail allows labels through its interface for business accounts only, so nothing can be bought.'
  return { text: `${about}The account may not print labels: ${reason}\n`, exitCode: 1 }
}

import { toPence } from '@postroom/domain/money'
import { permissionsOf } from '@postroom/domain/people/roles'
import path from 'node:path'
import { setSandboxSwitch } from '../../apps/server/src/carriers/sandbox/sandbox.store.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { embeddedUrl } from '../../apps/server/src/db/embedded-cluster.ts'
import { creditAccount } from '../../apps/server/src/features/ledger/ledger.store.ts'
import { brokenInvariants } from '../../apps/server/src/features/ledger/invariants.store.ts'
import type { Postroom } from './postroom.ts'

async function inDatabase<Result>(
  postroom: Postroom,
  act: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
) {
  const database = await openDatabase(embeddedUrl(path.join(postroom.folder, 'postgres')))
  try {
    return await act(database.db)
  } finally {
    await database.close()
  }
}

/** The carrier answers each of the next purchases only after `delay_ms`. */
export const slowCarrier = (postroom: Postroom, delay_ms: number, remaining = 1): Promise<void> =>
  inDatabase(postroom, (db) => setSandboxSwitch(db, { call: 'purchase', answer: 'late', delay_ms, remaining }))

/** The carrier refuses the next purchase. */
export const refusingCarrier = (postroom: Postroom): Promise<void> =>
  inDatabase(postroom, (db) => setSandboxSwitch(db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 }))

/** Credits every prepaid account, for tests that spend more than the demonstration's credit. */
export const topUp = (postroom: Postroom, pence: number): Promise<void> =>
  inDatabase(postroom, async (db) => {
    const accounts = await db.selectFrom('carrier_account').select('id').execute()
    for (const { id } of accounts) await creditAccount(db, id, toPence(pence))
  })

/** How many purchases debited the customer, and whether the books balance. */
export const books = (postroom: Postroom): Promise<{ bought: number; broken: string[] }> =>
  inDatabase(postroom, async (db) => {
    const captures = await db.selectFrom('transfer').select('id').where('kind', '=', 'capture').execute()
    return { bought: captures.length, broken: (await brokenInvariants(db)).map((row) => row.broken) }
  })

/** Makes a user of the demonstration an operator of the installation, as the command line does. */
export const makeOperator = (postroom: Postroom, username: string): Promise<void> =>
  inDatabase(postroom, async (db) => {
    const roles = ['sender', 'operator'] as const
    await db
      .updateTable('app_user')
      .set({ roles: [...roles], permissions: permissionsOf(roles, 'full') })
      .where('username', '=', username)
      .execute()
  })

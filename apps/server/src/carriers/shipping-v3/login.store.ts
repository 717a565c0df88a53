import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { ShippingV3Tables } from '../../db/tables/shipments/shipping-v3.ts'
import type { Seal } from '../../sealed-text.ts'

/** What an account signs in with. Its shipments are posted at one place, which Royal Mail numbers. */
export interface Credentials {
  username: string
  password: string
  posting_location: string
}

/** A stored login, opened. */
export interface Login extends Credentials {
  id: string
  /** Whether Royal Mail refused it a moment ago. */
  is_refused: boolean
}

type Row = Selectable<ShippingV3Tables['shipping_v3.login']>

const IS_REFUSED = sql<boolean>`coalesce(login.refused_until > clock_timestamp(), false)`.as('is_refused')

const ownerOf = (accountId: string): string => `shipping-v3 ${accountId}`

/** Connects an account, in place of an earlier login. */
export const saveLogin = (db: Db, seal: Seal, accountId: string, { password, ...login }: Credentials): Promise<void> =>
  inTransaction(db, async (tx) => {
    await endLogin(tx, accountId)
    await tx
      .insertInto('shipping_v3.login')
      .values({ carrier_account_id: accountId, ...login, password: seal.seal(password, ownerOf(accountId)) })
      .execute()
  })

/** Nothing more is bought with the account's login. */
export async function endLogin(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('shipping_v3.login')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('carrier_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Keeps all processes from trying a refused login for a quarter of an hour. */
export async function refuseLogin(db: Db, id: string): Promise<void> {
  const refused_until = sql<Date>`clock_timestamp() + interval '15 minutes'`
  await db.updateTable('shipping_v3.login').set({ refused_until }).where('id', '=', id).execute()
}

/** Lets all processes try a login again. */
export const tryLoginAgain = (db: Db, id: string): Promise<unknown> =>
  db.updateTable('shipping_v3.login').set({ refused_until: null }).where('id', '=', id).execute()

/** Since when the account is connected. */
export const connectedSince = (db: Db, accountId: string): Promise<Pick<Row, 'since'> | undefined> =>
  db
    .selectFrom('shipping_v3.login')
    .select('since')
    .where('carrier_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** What the account buys with now. Nothing when it is not connected, or its login was sealed with another secret. */
export async function loginOf(db: Db, seal: Seal, accountId: string): Promise<Login | undefined> {
  const row = await db
    .selectFrom('shipping_v3.login as login')
    .selectAll()
    .select(IS_REFUSED)
    .where('carrier_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row && opened(seal, row)
}

/** The newest login with the user name that a shipment was made with: a password may have changed since. */
export async function loginFor(db: Db, seal: Seal, id: string): Promise<Login | undefined> {
  const row = await db
    .selectFrom('shipping_v3.login as made_with')
    .innerJoin('shipping_v3.login as login', (join) =>
      join
        .onRef('login.carrier_account_id', '=', 'made_with.carrier_account_id')
        .onRef('login.username', '=', 'made_with.username'),
    )
    .selectAll('login')
    .select(IS_REFUSED)
    .where('made_with.id', '=', id)
    .orderBy('login.since', 'desc')
    .executeTakeFirst()
  return row && opened(seal, row)
}

function opened(seal: Seal, row: Row & Pick<Login, 'is_refused'>): Login | undefined {
  const password = seal.open(row.password, ownerOf(row.carrier_account_id))
  if (password === undefined) return undefined
  const { id, username, posting_location, is_refused } = row
  return { id, username, password, posting_location, is_refused }
}

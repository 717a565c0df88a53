import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { sqlStateOf } from '../db/in-transaction.ts'
import { aShipmentDraft } from './purchase-scene.ts'

/** The newest migration of the version that is played here. */
export const NEWEST_OF_VERSION = '010-row-security.sql'
/** What it answered with 503, so that the caller asked again under the same key: a deadlock, and a wait of five seconds. */
const ASK_AGAIN = new Set(['40P01', '57014'])
const PRICE = 320

/** Whose money is spent. */
export interface Customer {
  organisation: string
  user: string
  account: string
}

/** One organisation with one user and one account, as that version wrote them. */
export const aCustomer = ({ organisation, user, account }: Customer, credit: number): string => `
  insert into organisation (id, name) values ('${organisation}', 'Llewellyn Bindery Ltd');
  insert into app_user (id, organisation_id, username, email, fullname, password_hash, plan)
    values ('${user}', '${organisation}', 'angharad', 'angharad@example.com', 'Angharad Kendall', 'none', 'full');
  insert into carrier_account (id, organisation_id, carrier_code, name)
    values ('${account}', '${organisation}', 'RM', 'Royal Mail');
  select post(null, 'topup', 'bank', 'cust:${account}', ${credit})`

type Statement = [text: string, values: unknown[]]

const audited = ({ organisation, user }: Customer, event: string, purchase: string): Statement => [
  `insert into audit_event (organisation_id, user_id, event, subject, details) values ($1, $2, $3, $4, '{}')`,
  [organisation, user, event, purchase],
]
const moved = (purchase: string, kind: string, from: string, to: string): Statement => [
  'select post($1::uuid, $2, $3, $4, $5::bigint)',
  [purchase, kind, from, to, PRICE],
]

/**
 * A server of that version, as the database knows it: its transactions, statement by statement, with its rights and its time
 * limit. Its code is gone, and the present code cannot work on its tables; what it sent to the database is all that a
 * migration can break.
 */
export function serverOfVersion010(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    options: '-c role=postroom_app -c statement_timeout=5s',
    max: 4,
  }).on('error', () => {})

  async function inTransaction(organisation: string, statements: Statement[]): Promise<void> {
    while (!(await isDone(pool, organisation, statements)));
  }

  return {
    /** Buys a large letter, and says so when the last transaction is done. @returns the purchase */
    async buy(of: Customer): Promise<string> {
      const id = randomUUID()
      const draft = JSON.stringify({ ...aShipmentDraft({ by: of.account }), meta_data: { quantity: 1 } })
      await inTransaction(of.organisation, [
        [
          `insert into purchase (id, organisation_id, idem_key, req_hash, keyless_session_id, carrier_account_id, created_by,
             draft, quote, amount, own_fees, is_test, "references", cost_center_id, state, lease_until)
           values ($1, $2, $3, 'hash', null, $4, $5, $6, '{}', $7, 0, false, '{}', null, 'AUTHORISED',
             clock_timestamp() + 5000 * interval '1 ms') on conflict do nothing returning *`,
          [id, of.organisation, `key-${id}`, of.account, of.user, draft, PRICE],
        ],
        moved(id, 'hold', `cust:${of.account}`, `held:${of.account}`),
      ])
      const number = `OLD${id}`
      await inTransaction(of.organisation, [
        [
          `insert into sandbox.reference (ref, state, carrier_no, reason) values ($1, 'live', $2, null) on conflict (ref) do nothing`,
          [id, number],
        ],
      ])
      await inTransaction(of.organisation, [
        [
          `update purchase set state = 'BOUGHT', carrier_no = $2, updated_at = clock_timestamp()
           where id = $1 and state = 'AUTHORISED' and epoch = 1`,
          [id, number],
        ],
        moved(id, 'capture', `held:${of.account}`, 'carrier:RM'),
        [`insert into document (purchase_id, type) values ($1, 'label'), ($1, 'receipt')`, [id]],
        audited(of, 'postage_bought', id),
      ])
      return id
    },

    /** Takes a purchase back. */
    async void(of: Customer, id: string): Promise<void> {
      await inTransaction(of.organisation, [
        [
          `update purchase set state = 'VOID_REQUESTED', void_no = void_no + 1, attempts = 0, updated_at = clock_timestamp(),
             lease_until = clock_timestamp() + 5000 * interval '1 ms'
           where id = $1 and organisation_id = $2 and state = 'BOUGHT' and is_test = false returning *`,
          [id, of.organisation],
        ],
        [
          `insert into void_request (purchase_id, n, cancellation_reason, asked_by) values ($1, 1, 'Torn', $2)`,
          [id, of.user],
        ],
        audited(of, 'void_requested', id),
      ])
      await inTransaction(of.organisation, [
        [`insert into sandbox.void_answer (ref, n, accepted) values ($1, 1, true)`, [id]],
        [`update sandbox.reference set state = 'voided' where ref = $1`, [id]],
      ])
      await inTransaction(of.organisation, [
        [
          `update purchase set state = 'VOIDED', updated_at = clock_timestamp()
           where id = $1 and state = 'VOID_REQUESTED' and void_no = 1`,
          [id],
        ],
        [
          `update void_request set answered_at = clock_timestamp(), refusal = null where purchase_id = $1 and n = 1`,
          [id],
        ],
        moved(id, 'refund', 'carrier:RM', `cust:${of.account}`),
        audited(of, 'postage_voided', id),
      ])
    },
    stop: () => pool.end(),
  }
}

/** @returns false when the same must be asked again */
async function isDone(pool: pg.Pool, organisation: string, statements: Statement[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.organisation', $1, true)`, [organisation])
    for (const [text, values] of statements) await client.query(text, values)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (ASK_AGAIN.has(sqlStateOf(error) ?? '')) return false
    throw error
  } finally {
    client.release()
  }
}

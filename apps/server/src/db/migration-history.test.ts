import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyChains } from '../features/audit/verify-chains.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { asOwner } from '../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate, migrationNames } from './migrate.ts'

const ORGANISATION = '00000000-0000-4000-8000-000000000001'

/** A purchase that went through, as its version wrote it: the carrier's part, and what a handling charge adds. */
const bought = (
  id: string,
  amount: number,
  { columns = {}, fee = 0, further = '' }: { columns?: object; fee?: number; further?: string } = {},
) => {
  const also = Object.entries(columns)
  return `
    insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, created_by, draft, quote, amount,
        state, lease_until ${also.map(([name]) => `, ${name}`).join('')})
      select '${id}', id, 'key-${id}', 'none', id, id, '{"meta_data": {"quantity": 1}, "shipping_date": "2026-11-20"}', '{}',
        ${amount}, 'AUTHORISED', now() ${also.map(([, value]) => `, ${value}`).join('')} from organisation;
    select post('${id}', 'hold', 'cust:' || id, 'held:' || id, ${amount}) from organisation;
    update purchase set state = 'BOUGHT', carrier_no = 'ZZ' || right('${id}', 9) || 'GB' ${further} where id = '${id}';
    select post('${id}', 'capture', 'held:' || id, 'carrier:RM', ${amount - fee}) from organisation;
    ${fee > 0 ? `select post('${id}', 'fee', 'held:' || id, 'revenue:fees', ${fee}) from organisation;` : ''}
    insert into document (purchase_id, type) values ('${id}', 'label')`
}
const receiptOf = (id: string) => `; insert into document (purchase_id, type) values ('${id}', 'receipt')`
const numberedReceiptOf = (id: string) =>
  `; insert into document (purchase_id, type, receipt_no) values ('${id}', 'receipt', nextval('receipt_no'))`
const purchaseNo = (n: number) => `00000000-0000-4000-8000-00000000100${n}`

/** What each version had in it when it was the newest: written right after its migration. */
const PLANTED: Record<string, string> = {
  '001-identity.sql': `
    insert into organisation (id, name) values ('${ORGANISATION}', 'Llewellyn Bindery Ltd');
    insert into app_user (id, organisation_id, username, email, fullname, password_hash, plan)
      select id, id, 'demo', 'demo@example.com', 'Angharad Kendall', 'none', 'full' from organisation;
    insert into session (user_id, xsrf_token, renewed_at, ends_at) select id, 'none', now(), now() from app_user;
    insert into sign_in_failure (who, failed_at) values ('demo', now())`,
  '002-money.sql': `
    insert into carrier_account (id, organisation_id, carrier_code, name) select id, id, 'RM', 'Royal Mail' from organisation;
    select post(null, 'topup', 'bank', 'cust:' || id, 5000) from organisation;
    ${bought(purchaseNo(2), 320)};
    update document set pdf = 'drawn', sha256 = 'digest';
    insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, created_by, draft, quote, amount,
        state, lease_until)
      select gen_random_uuid(), id, 'still-open', 'none', id, id, '{"meta_data": {"quantity": 1}}', '{}', 180,
        'AUTHORISED', now() from organisation;
    select post(p.id, 'hold', 'cust:' || o.id, 'held:' || o.id, 180) from organisation o, purchase p
      where idem_key = 'still-open'`,
  '003-hubs.sql': `
    insert into hub (organisation_id, alias, public_key) select id, 'front desk', decode(repeat('00', 32), 'hex') from organisation;
    select append_hub_message(id, 'jobs', 'web', '{}', true) from hub`,
  '004-papers-and-fees.sql':
    bought(purchaseNo(4), 395, { columns: { own_fees: 75 }, fee: 75 }) + receiptOf(purchaseNo(4)),
  '005-people.sql': `
    insert into user_data (user_id, key, value) select id, 'printer', '{}' from app_user;
    insert into two_factor (user_id, secret) select id, 'none' from app_user`,
  '006-void.sql': `
    ${bought(purchaseNo(6), 395, { columns: { own_fees: 75 }, fee: 75 })} ${receiptOf(purchaseNo(6))};
    insert into void_request (purchase_id, n, cancellation_reason, asked_by) select '${purchaseNo(6)}', 1, 'wrong', id from app_user;
    update purchase set state = 'VOID_REQUESTED', void_no = 1 where id = '${purchaseNo(6)}';
    update purchase set state = 'VOIDED' where id = '${purchaseNo(6)}';
    update void_request set answered_at = clock_timestamp();
    select post('${purchaseNo(6)}', 'refund', 'carrier:RM', 'cust:' || id, 320) from organisation;
    select post('${purchaseNo(6)}', 'fee_refund', 'revenue:fees', 'cust:' || id, 75) from organisation`,
  '007-address-book.sql': `
    insert into address (organisation_id, owner_id, visibility, code, name, company_name, address1, address2, address3, city,
        state_province, postal_code, country, phone1, email, "isResidential", tags, correction_status)
      select organisation_id, id, 'Private', '', 'Idris Pembroke', '', '17 Chalcot Road', '', '', 'London', '', 'NW1 8LH',
        'GB', '', '', true, '{friend}', 'unverified' from app_user`,
  '008-shipment-life.sql':
    bought(purchaseNo(8), 320, { columns: { notes: `'gift'`, '"references"': `'{PO-4471}'` } }) +
    receiptOf(purchaseNo(8)),
  '009-administration.sql': `
    insert into audit_event (organisation_id, event) select id, 'signed_in' from organisation;
    insert into audit_event (organisation_id, event) select id, 'signed_out' from organisation;
    insert into app_user (organisation_id, username, email, fullname, plan, permissions, roles)
      select id, role || '-' || plan, '', 'A User', plan, '{mod_shipping}', array[role] from organisation,
        unnest(array['sender', 'mailroom', 'manager']) as role, unnest(array['lite', 'full']) as plan`,
  '010-row-security.sql': bought(purchaseNo(9), 180) + receiptOf(purchaseNo(9)),
  '011-several-labels.sql': `
    ${bought(purchaseNo(0), 360, { columns: { labels: 2 }, further: `, further_nos = '{ZZ000000095GB}'` })} ${receiptOf(purchaseNo(0))}`,
  '012-batches.sql': `
    insert into batch (organisation_id, id, created_by, req_hash, terms) select id, 'monday-1', id, 'none', '{}' from organisation;
    insert into batch_row (organisation_id, batch_id, position, key, shipment)
      select id, 'monday-1', 0, 'monday-1-0', '{"service": "1"}' from organisation`,
  '013-budgets.sql': `
    insert into cost_center (organisation_id, code, name, budget_amount, budget_period, on_exceed)
      select id, 'post', 'Post', 5000, 'month', 'block' from organisation`,
  '014-manual-and-returned.sql': `
    insert into manual_shipment (organisation_id, created_by, draft) select id, id, '{"to": {"name": "Idris Pembroke"},
      "number": "RR473124829DE", "shipping_date": "2026-11-20", "total_charge": 0, "references": [], "costcenter": []}' from organisation;
    insert into returned_item (organisation_id, created_by, manual_shipment_id, number, reason, action, notes)
      select organisation_id, created_by, id, number, 'refused', 'keep', '' from manual_shipment`,
  '015-tracking-and-limits.sql': `
    insert into tracking (purchase_id, asked_at, as_of) values ('${purchaseNo(2)}', now(), now());
    insert into tracking_event values ('${purchaseNo(2)}', 'ZZ000000080GB', now(), 'delivered', 'Delivered', 'London');
    insert into audit_event (organisation_id, event, ip, request_id) select id, 'signed_in', '192.0.2.1', 'r1' from organisation`,
  '016-retention.sql': `
    insert into app_user (organisation_id, username, email, fullname, plan, erased_at)
      select id, 'erased', '', 'Erased', 'full', now() from organisation;
    update purchase set draft = draft || '{"to": {"name": "Idris Pembroke"}, "from": {"name": "Marged Quill"},
      "meta_data": {"quantity": 1, "ERA": "Marged Quill, SY23 3JQ", "slogan": "Marged sends love"}}' where id = '${purchaseNo(8)}';
    select erase_party(array['${purchaseNo(8)}']::uuid[], 'from')`,
  '017-hub-keys.sql': `insert into hub_key (private_key, public_key) values ('', decode(repeat('00', 32), 'hex'))`,
  '018-checked-books.sql': bought(purchaseNo(1), 180) + receiptOf(purchaseNo(1)),
  '019-forgetting-batches.sql': `
    insert into batch (organisation_id, id, created_by, req_hash, terms) select id, 'tuesday-1', id, 'none', '{}' from organisation`,
  '020-ruler-page.sql': `
    insert into document_link (token_hash, ruler_mm, user_id, session_id, expires_at)
      select 'hash', '{62,127}', user_id, id, now() + interval '5 minutes' from session`,
  '021-prepared-and-erased.sql': `
    insert into purchase (id, organisation_id, idem_key, req_hash, carrier_account_id, created_by, draft, quote, amount,
        state, lease_until, is_test)
      select gen_random_uuid(), organisation_id, idem_key, 'none', carrier_account_id, created_by, draft, quote, amount,
        'BOUGHT', now(), true from purchase where idem_key = 'still-open'`,
  '022-links-of-a-document.sql': `
    insert into document_link (token_hash, document_id, user_id, session_id, expires_at)
      select 'label', document.id, user_id, session.id, now() + interval '5 minutes' from session, document
      where type = 'label' limit 1`,
  '024-least-rights.sql': `insert into sign_in_failure (who, failed_at) values ('sign-in as angharad', now())`,
  '030-rights.sql': `update app_user set permissions = permissions || '{top_up}', roles = roles || '{operator}' where username = 'manager-full'`,
  '031-second-person.sql': `
    insert into topup_request (organisation_id, carrier_account_id, idem_key, provider, amount, reference, requested_by)
      select id, id, 'large', 'manual', 500000, 'BACS 900', id from organisation;
    insert into topup_decision (request_id, organisation_id, requested_by, decided_by, is_approved, reason)
      select request.id, request.organisation_id, requested_by, app_user.id, false, 'No such transfer'
      from topup_request request, app_user where username = 'manager-full'`,
  '036-commercial-invoice.sql': bought(purchaseNo(5), 180) + receiptOf(purchaseNo(5)),
  '037-vat.sql': bought(purchaseNo(7), 180) + numberedReceiptOf(purchaseNo(7)),
  '038-identity.sql': `insert into audit_event (organisation_id, event) select id, 'signed_in' from organisation`,
  '040-print-claims.sql': `
    insert into print_claim (purchase_id, type, number, hub_id, job_id, claimed_at)
      select '${purchaseNo(2)}', 'label', 1, id, 'first', now() from hub;
    insert into print_claim (purchase_id, type, number) values ('${purchaseNo(2)}', 'label', 2)`,
  '041-test-prints.sql': bought(purchaseNo(3), 180) + numberedReceiptOf(purchaseNo(3)),
}

it('every migration has something planted after it', () => {
  expect(Object.keys(PLANTED)).toEqual(migrationNames())
})

const cluster = inject('postgresUrl')
const aName = () => `m_${randomBytes(8).toString('hex')}`
const urlOf = (database: string) => cluster.replace('/postgres?', `/${database}?`)
const drop = (database: string) => asOwner(cluster, `drop database ${database} with (force)`)

/** Goes from version to version; each installation is a copy of it. */
const climber = { name: aName(), stands: 0 }
beforeAll(() => asOwner(cluster, `create database ${climber.name}`))
afterAll(() => drop(climber.name))

async function climbTo(names: readonly string[]): Promise<void> {
  const url = urlOf(climber.name)
  for (; climber.stands < names.length; climber.stands += 1) {
    await migrate(url, names.slice(0, climber.stands + 1))
    await asOwner(url, `begin; ${PLANTED[names[climber.stands]!]}; commit`)
  }
}

describe.each(migrationNames().map((name, index) => [name, migrationNames().slice(0, index + 1)]))(
  'an installation that stands at %s',
  (newest, names) => {
    const name = aName()
    const url = urlOf(name)
    let database: Database
    let before: Record<string, number>
    beforeAll(async () => {
      await climbTo(names)
      await asOwner(cluster, `create database ${name} template ${climber.name}`)
      before = await rowCounts()
      database = await openDatabase(url)
    })
    afterAll(async () => {
      await database.close()
      await drop(name)
    })

    async function rowCounts(): Promise<Record<string, number>> {
      const { rows } = await asOwner(
        url,
        `select relname, (xpath('//n/text()', query_to_xml('select count(*) as n from ' || oid::regclass, false, true, '')))[1]::text::int as n
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
      return Object.fromEntries((rows as { relname: string; n: number }[]).map(({ relname, n }) => [relname, n]))
    }

    it('comes to the newest shape with every row it had, and books that balance', async () => {
      const { migration, document, unchecked_purchase, ...after } = await rowCounts()
      expect(migration).toBe(migrationNames().length)
      expect(document).toBeGreaterThanOrEqual(before['document'] ?? 0)
      expect(unchecked_purchase).toBeGreaterThanOrEqual(before['unchecked_purchase'] ?? 0)
      const { migration: _then, document: _drawn, unchecked_purchase: _noted, ...kept } = before
      expect(after).toMatchObject(kept)
      expect(await brokenInvariants(database.db)).toEqual([])
      expect((await verifyChains(database.db)).broken).toEqual([])
    })

    // since 009 users have roles; 030 gave these the permissions that are theirs alone
    if (newest >= '009')
      it.each([
        ['sender-lite', 'void'],
        ['mailroom-lite', 'void'],
        ['mailroom-full', 'colleagues_shipments void'],
        ['manager-lite', 'manage_devices void'],
        ['manager-full', `colleagues_shipments manage_devices ${newest < '030' ? '' : 'top_up '}void`],
      ])('%s may %s', async (username, permissions) => {
        const user = database.db.selectFrom('app_user').select('permissions').where('username', '=', username)
        const held = (await user.executeTakeFirstOrThrow()).permissions
        expect(
          held
            .filter((one) => one !== 'mod_shipping')
            .toSorted()
            .join(' '),
        ).toBe(permissions)
      })

    // since 016 people can be erased
    if (newest >= '016')
      it('whoever was erased is not told by the return address or the slogan either', async () => {
        const { draft } = await database.db
          .selectFrom('purchase')
          .select('draft')
          .where('id', '=', purchaseNo(8))
          .executeTakeFirstOrThrow()
        expect(draft).toMatchObject({
          to: { name: 'Idris Pembroke' },
          from: { name: 'Erased' },
          meta_data: { quantity: 1, ERA: '', slogan: '' },
        })
      })

    // 001 knows no purchases
    if (newest >= '002')
      it('what was bought in 002 keeps its label and gets a receipt to draw', async () => {
        const papers = await database.db
          .selectFrom('document')
          .select(['type', 'sha256', 'width_mm', 'pages'])
          .where('purchase_id', '=', purchaseNo(2))
          .orderBy('type')
          .execute()
        expect(papers).toEqual([
          { type: 'label', sha256: 'digest', width_mm: 101.6, pages: 1 },
          { type: 'receipt', sha256: null, width_mm: null, pages: null },
        ])
        const { draft } = await database.db
          .selectFrom('purchase')
          .select('draft')
          .where('id', '=', purchaseNo(2))
          .executeTakeFirstOrThrow()
        expect(draft.meta_data).toEqual({ quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' })
      })
  },
)

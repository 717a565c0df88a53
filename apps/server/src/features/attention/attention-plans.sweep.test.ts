import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fillShipments } from '../../testing/fill-shipments.ts'
import { purchaseScene } from '../../testing/purchase-scene.ts'
import { executedPlan } from '../../testing/shipment-searches.ts'
import { asOwner } from '../../testing/test-database.ts'
import { openPurchases, refusedVoids } from './attention.store.ts'

it('reads few rows of a large organisation, on indexes', async () => {
  const large = await purchaseScene(10_00)
  await large.buyer.buy('like-this-one')
  await fillShipments(large.database.url, 20_000)
  // one in a hundred of a week of one purchase a minute is not printed
  await asOwner(
    large.database.url,
    `set session_replication_role = replica; update purchase set printed_at = now() where amount % 100 <> 0; update purchase set state = 'AUTHORISED', carrier_no = null, further_nos = '{}' where amount % 1000 = 0`,
  )
  await asOwner(large.database.url, 'analyze purchase')
  const { db } = large.context
  const { rows } = await sql<{ id: string }>`select id from app_user`.execute(db)
  const watched = {
    organisation_id: large.buyer.organisation,
    user_id: rows[0]!.id,
    since: new Date('2026-11-13T10:00:00Z'),
    colleagues_before: new Date('2026-11-20T10:00:00Z'),
  }
  for (const query of [
    openPurchases(db, 'BOUGHT', watched),
    openPurchases(db, 'AUTHORISED', watched),
    refusedVoids(db, watched),
  ]) {
    const { scans, read } = await executedPlan(query as never)
    expect(scans).not.toContain('Seq Scan')
    expect(read).toBeLessThanOrEqual(200)
  }
  await large.close()
}, 120_000)

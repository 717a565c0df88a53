import type { Addressee } from '@postroom/contract/addressee'
import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { asPlatform } from '../../db/tenant.ts'
import { fillShipments } from '../../testing/fill-shipments.ts'
import { purchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { amongNewest, byWords, pastQuery } from './past-addressee.store.ts'

/** With 100,000 the plan is the same. */
const SHIPMENTS = 20_000

it('reads past addressees on indexes', async () => {
  const scene = await purchaseScene(10_00)
  const { buyer, context } = scene
  await buyer.buy('like-this-one')
  await fillShipments(scene.database.url, SHIPMENTS)
  const { organisation } = buyer
  for (const shipments of [amongNewest(organisation, 'person'), byWords(organisation, 'person5077')]) {
    const { sql, parameters } = pastQuery(organisation, shipments).compile(context.db)
    const { rows } = await asPlatform(() =>
      context.db.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters])),
    )
    expect(JSON.stringify(rows)).not.toContain('Seq Scan')
  }
  const found = await buyer.get('/stamp/v1/addressee?q=person5077%20ellis77')
  expect(found.json<{ past: Addressee[] }>().past.map(({ address }) => address.name)).toContain('Person5077 Ellis77')

  // most of the newest shipments go to one person
  const toOne = async (newest: number): Promise<Addressee[]> => {
    await asOwner(
      scene.database.url,
      `set session_replication_role = replica; -- no steps
       update purchase set draft = jsonb_set(draft, '{to}', (select draft -> 'to' from purchase order by created_at desc limit 1))
       where id in (select id from purchase order by created_at desc limit ${newest})`,
    )
    return (await buyer.get('/stamp/v1/addressee?q=')).json<{ past: Addressee[] }>().past
  }
  expect((await toOne(1_999)).map(({ sent }) => sent)).toEqual([1_000, 1])
  expect((await toOne(2_000)).map(({ sent }) => sent)).toEqual([1_000])
  await scene.close()
}, 240_000)

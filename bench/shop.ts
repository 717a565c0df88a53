import { ukDateOf } from '@postroom/domain/calendar'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded-cluster.ts'
import { startServer } from '../apps/server/src/start-server.ts'
import { aShipmentDraft } from '../apps/server/src/testing/purchase-scene.ts'
import { signInDemo } from '../apps/server/src/testing/server-process.ts'
import { asOwner } from '../apps/server/src/testing/test-database.ts'
import { pageImage } from '../apps/server/src/documents/page-image.ts'
import { renderTestPage, testPageOn } from '@postroom/documents/test-page/test-page'

/** More than the server keeps pictures of, so that each is drawn. */
const PAGES = 300
/** Pictures that wait at any moment. */
const WAITING = 10
const pageOf = (index: number) => ({ width_mm: 100, height_mm: 100 + index / 10 })

/** A server in this process with its own empty database. Each call is one complete request. */
export async function openShop() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-'))
  fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
  const server = await startServer(
    readConfig({ DATA_DIR: folder, PORT: '0', DEVICE_MANAGER: 'off', LOG_LEVEL: 'silent' }),
    (error) => {
      throw error
    },
  )
  const call = await signInDemo(server.url)
  const accounts = (await (await call(server.url, '/stamp/v1/carrieraccount')).json()) as { data: { id: string }[] }
  const by = accounts.data[0]!.id
  const database = embeddedUrl(path.join(folder, 'postgres'))
  await asOwner(database, `select post(null, 'topup', 'bank', 'cust:${by}', 1000000000)`)
  await asOwner(database, 'update carrier_account set purchases_per_minute = null, pence_per_day = null')
  const parcels = [{ packaging: 'letter' as const, weight: { value: 80 } }]
  const item = { shipping_date: ukDateOf(new Date()), parcels }
  const rated = { ...item, to: { country: 'GB' }, options: [] }
  const ordered = aShipmentDraft({ by, ...item })
  let bought = 0
  const pages = await Promise.all(
    Array.from({ length: PAGES }, async (_, index) => (await renderTestPage(testPageOn(pageOf(index)))).pdf),
  )
  let waiting = 0
  let drawn = 0
  const ask = async (route: string, body?: object): Promise<void> => {
    const answer = await call(server.url, route, body)
    if (answer.status !== 200) throw new Error(`${route}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const buy = () => ask(`/stamp/v1/shipment/process?pending_id=bought-in-the-bench-${bought++}`, ordered)
  return {
    database,
    ask,
    rate: () => ask('/stamp/v1/shipment/rate', rated),
    buy,
    /** Buys while the thread that draws pictures has a full queue. */
    buyBesidePreviews: async () => {
      while (waiting < WAITING) {
        waiting++
        void pageImage({ pdf: pages[drawn++ % pages.length]!, page: 1 }).finally(() => waiting--)
      }
      await buy()
    },
    close: async () => {
      await server.stop()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

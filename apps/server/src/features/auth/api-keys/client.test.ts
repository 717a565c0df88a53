import { listCarrierAccounts } from '@postroom/contract/carrier'
import { processShipment } from '@postroom/contract/shipment'
import { connect, type Postroom } from '@postroom/client'
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import { startSettling } from '../../shipments/purchase/settle-purchases.ts'
import { aKey } from '../../../testing/made-things.ts'
import { quietLog } from '../../../testing/quiet-log.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'

const ROOT = path.join(import.meta.dirname, '../../../../../..')

let scene: PurchaseScene
let url: string
let key: string
beforeAll(async () => {
  scene = await purchaseScene(100_00, { carrier_ms: 20_000, lease_ms: 2_000, wait_ms: 300 })
  await scene.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`
  scene.context.settings.publicUrl = url
  const { user } = await signInto(scene, scene.buyer.organisation)
  key = (await aKey(scene, scene.buyer.organisation, user)).authorization.replace('Bearer ', '')
})
afterAll(() => scene.close())

const buy = (postroom: Postroom, pending_id: string) =>
  postroom.call(processShipment, { query: { pending_id }, body: scene.buyer.draft() })

const spent = async (before: number) => before - (await scene.buyer.balance())

it('the example of its README does what it says', async () => {
  const program = /```ts\n(.*?)```/s.exec(await fs.readFile(path.join(ROOT, 'packages/client/README.md'), 'utf8'))![1]!
  // its imports are found from inside the checkout only
  await fs.mkdir(path.join(ROOT, '.test'), { recursive: true })
  const folder = await fs.mkdtemp(path.join(ROOT, '.test', 'example-'))
  onTestFinished(() => fs.rm(folder, { recursive: true }))
  await fs.writeFile(path.join(folder, 'example.ts'), program)
  const env = { POSTROOM_URL: url, POSTROOM_KEY: key, ORDER: 'order-1043', DAY: '2026-11-20' }
  const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder, env })
  expect(stdout).toMatch(/^bought 2nd Class for \d+ pence\n404 not_found\n$/)
  expect((await fs.readFile(path.join(folder, 'label.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
})

it('waits until an unknown outcome is settled, and buys once', async () => {
  const before = await scene.buyer.balance()
  onTestFinished(startSettling(scene.context, quietLog))
  const fault = { call: 'purchase', answer: 'lost', delay_ms: 0, remaining: 1 } as const
  await setSandboxSwitch(scene.context.db, fault)
  const bought = await buy(connect({ url, key }), 'unknown-outcome')
  expect(bought).toMatchObject({ status: 'bought' })
  expect(await spent(before)).toBe((bought as { charges: { total_charge: number } }).charges.total_charge)
})

/** Passes calls on and loses the first answer. */
async function losingTheFirstAnswer(): Promise<{ url: string; calls: () => number }> {
  let calls = 0
  const server = http.createServer((request, response) => {
    const lost = calls++ === 0
    const passed = http.request(
      `${url}${request.url}`,
      { method: request.method!, headers: request.headers },
      (answer) => {
        if (lost) return void answer.resume().on('end', () => response.destroy())
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}

it('buys once when the answer is lost, and reads again', async () => {
  const before = await scene.buyer.balance()
  const proxy = await losingTheFirstAnswer()
  const bought = await buy(connect({ url: proxy.url, key }), 'lost-answer')
  expect(proxy.calls()).toBe(2)
  expect(await spent(before)).toBe((bought as { charges: { total_charge: number } }).charges.total_charge)
  const reading = await losingTheFirstAnswer()
  await connect({ url: reading.url, key }).call(listCarrierAccounts, { query: {} })
  expect(reading.calls()).toBe(2)
})

it('does not repeat what may happen twice', async () => {
  const proxy = await losingTheFirstAnswer()
  const once = connect({ url: proxy.url, key }).call(processShipment, { query: {}, body: scene.buyer.draft() })
  await expect(once).rejects.toThrow('No answer came from the server')
  expect(proxy.calls()).toBe(1)
})

it('throws the refusal of the server, and sends its key to no other', async () => {
  const wrong = connect({ url, key: `${key.slice(0, -1)}x` }).call(listCarrierAccounts, { query: {} })
  await expect(wrong).rejects.toMatchObject({ name: 'PostroomRefusal', status: 401, code: 'api_key_invalid' })
  await expect(connect({ url, key }).download('https://elsewhere.example/label')).rejects.toThrow('not the server')
})

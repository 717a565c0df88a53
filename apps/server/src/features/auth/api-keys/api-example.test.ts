import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey } from '../../../testing/made-things.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'

const PAGE = path.join(import.meta.dirname, '../../../../../../docs/api.md')

let scene: PurchaseScene
let folder: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  await scene.app.listen({ port: 0, host: '127.0.0.1' })
  scene.context.settings.publicUrl = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'postroom-example-'))
})
afterAll(async () => {
  await scene.close()
  await fs.rm(folder, { recursive: true, force: true })
})

it('the example of docs/api.md does what it says', async () => {
  const program = /```js\n(.*?)```/s.exec(await fs.readFile(PAGE, 'utf8'))![1]!
  const { user } = await signInto(scene, scene.buyer.organisation)
  const { authorization } = await aKey(scene, scene.buyer.organisation, user)
  const POSTROOM_KEY = authorization.replace('Bearer ', '')
  const env = { POSTROOM_URL: scene.context.settings.publicUrl, POSTROOM_KEY, ORDER: 'order-1042', DAY: '2026-11-20' }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env })
  expect(stdout).toMatch(
    /^2nd Class: \d+ pence\nbought [\w-]{36} with Web shop\n0 events service_not_tracked\nrefund: \w+\n$/,
  )
  expect((await fs.readFile(path.join(folder, 'label.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
})

import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ClickAndDropStub } from '../testing/click-and-drop/click-and-drop-stub.ts'
import { aSignedInBuyer } from '../testing/purchase-scene.ts'
import { POSTROOM_SECRET_KEY } from '../testing/server-process.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
const KEY = 'a-secret-key-of-the-bindery'

let database: TestDatabase
let stub: ClickAndDropStub
let account: string
beforeAll(async () => {
  database = await testDatabase()
  stub = await ClickAndDropStub.start()
  account = (await aSignedInBuyer({ db: database.db, now: () => new Date() }, 0)).account
})
afterAll(async () => {
  await stub.stop()
  await database.close()
})

async function run(words: string[], input = '', url = stub.url): Promise<{ exitCode: number | null; printed: string }> {
  const child = spawn(process.execPath, [MAIN, 'click-and-drop', ...words], {
    env: { ...process.env, DATABASE_URL: database.url, DEMO: 'off', CLICK_AND_DROP_URL: url, POSTROOM_SECRET_KEY },
  })
  child.stdin.end(input)
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const printed = (await text(child.stdout)) + (await text(child.stderr))
  return { exitCode: await exit, printed }
}

it('connects an account with the key on standard input, and says what it may do', { timeout: 120_000 }, async () => {
  expect(await run(['test', account])).toMatchObject({ exitCode: 1, printed: expect.stringContaining('has no key') })
  const { printed: refused } = await run(['connect', account], `${KEY}\n`)
  expect(refused).toContain('Royal Mail refused the key')
  expect(refused).not.toContain(KEY)

  const opened = stub.open(KEY)
  const works = {
    exitCode: 0,
    printed: 'Connected to Click & Drop, release Stub.\nThe account may print labels.\n',
  }
  expect(await run(['connect', account], `${KEY}\n`)).toEqual(works)
  expect(await run(['test', account])).toEqual(works)
  opened.isBusiness = false
  const prepaid = await run(['test', account])
  expect(prepaid).toMatchObject({ exitCode: 1, printed: expect.stringContaining('may not print labels') })
  const nobody = await run(['test', account], '', 'http://127.0.0.1:9')
  expect(nobody).toMatchObject({ exitCode: 1, printed: expect.stringContaining('did not answer') })

  expect(await run(['disconnect', account])).toMatchObject({ exitCode: 0 })
  expect((await run(['test', account])).printed).toContain('has no key')
  expect(opened.orders.all()).toEqual([])
})

it('refuses an account that does not exist, and an empty key', { timeout: 60_000 }, async () => {
  const nobody = await run(['connect', '4a4a2c1e-7d0e-4a59-9f3c-0c2d9a2b7f10'], KEY)
  expect(nobody).toMatchObject({ exitCode: 1, printed: expect.stringContaining('There is no account') })
  expect(await run(['connect', account], ' \n')).toMatchObject({ exitCode: 1 })
})

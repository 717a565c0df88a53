import type { ErrorBody } from '@postroom/contract/errors'
import { expect, it } from 'vitest'
import { aManager, topUp } from '../../testing/account-manager.ts'
import { purchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

it('a file has at most 100,000 movements: a longer one is refused', { timeout: 120_000 }, async () => {
  const scene = await purchaseScene(100_00)
  const manager = await aManager(scene)
  await topUp(manager, { amount: 1, reference: 'BACS 1' })
  const add = (first: number, last: number) =>
    asOwner(
      scene.database.url,
      `set session_replication_role = replica; -- hashes are not computed
       insert into transfer (kind, debit, credit, amount, chain, seq, hash, at)
       select kind, debit, credit, 1, chain, seq + n, hash, '2025-03-03T12:00Z'
       from (select * from transfer where credit = 'cust:${manager.account}') one, generate_series(${first}, ${last}) n`,
    )
  const file = () => manager.get(`/stamp/v1/carrieraccount/${manager.account}/statement.csv?dateTo=2025-03-03`)
  await add(1, 100_000)
  const whole = await file()
  expect(whole.statusCode).toBe(200)
  expect(whole.body.trimEnd().split('\r\n')).toHaveLength(100_001)
  await add(100_001, 100_001)
  const refused = await file()
  expect([refused.statusCode, refused.json<ErrorBody>()]).toMatchObject([
    422,
    { code: 'too_many_lines', details: { limit: 100_000 } },
  ])
  await scene.close()
})

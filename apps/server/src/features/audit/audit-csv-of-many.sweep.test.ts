import { expect, it } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { asOwner } from '../../testing/test-database.ts'

it('a file has the newest hundred thousand entries', { timeout: 120_000 }, async () => {
  const server = await testApp()
  const user = await server.signIn()
  await asOwner(
    server.database.url,
    `set session_replication_role = replica; -- hashes are not computed
     insert into audit_event (chain, seq, hash, organisation_id, event, details)
     select chain, 10 + n, hash, organisation_id, 'batch_begun', '{}' from (select * from audit_event where event = 'signed_in') one,
       generate_series(1, 100001) n`,
  )
  const { body } = await server.as(user, 'GET', '/identity/v1/organisation/audit.csv?event=batch_begun')
  const lines = body.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(100_000)
  expect([lines[0], lines.at(-1)].map((line) => line?.split(',', 1)[0])).toEqual(['100011', '12'])
  await server.close()
})

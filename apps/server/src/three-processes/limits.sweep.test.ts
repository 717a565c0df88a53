import { toPence } from '@postroom/domain/money'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyerAt } from '../testing/buyer-at.ts'
import { callsWith, codeOf, postForm, tally, type Answer } from '../testing/call-server.ts'
import { aKey } from '../testing/made-things.ts'
import { PRICE } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

let servers: ThreeServers
beforeAll(async () => {
  servers = await threeServers()
})
afterAll(() => servers.stop())

const many = async (count: number, call: (n: number) => Promise<Answer<{ code?: string }>>) =>
  tally((await Promise.all(Array.from({ length: count }, (_, n) => call(n)))).map(codeOf))

const signIn = (password: string, url = servers.url) => {
  const form = { client_id: 'postroom-web', grant_type: 'password', username: 'demo', password }
  return postForm<{ code?: string }>(url, '/auth/v1/token', form)
}

it('wrong passwords at all processes lock as soon as at one, and everywhere', async () => {
  expect(await many(60, () => signIn('wrong'))).toEqual({ invalid_credentials: 10, too_many_requests: 50 })
  for (const url of servers.urls) expect((await signIn('demo-postroom', url)).status).toBe(429)
})

it('guessed pairing codes of a user are counted over all processes', async () => {
  const ask = callsWith((await signInto(servers, servers.organisation)).authorization)
  const guess = (n: number) => ask(servers.url, 'POST', '/iot/v1/hub', { code: `GUES-${2000 + n}`, alias: 'Mine' })
  expect(await many(99, guess)).toEqual({ pairing_code_invalid: 30, too_many_requests: 69 })
})

it('an API key has its calls of a minute and its money of a day once, not once for each process', async () => {
  const buyer = await aBuyerAt(servers, 100_00)
  const { user } = await signInto(servers, buyer.organisation)
  const limits = { calls_per_minute: 12, pence_per_day: toPence(4 * PRICE) }
  const ask = callsWith((await aKey(servers, buyer.organisation, user, limits)).authorization)
  const leftOfMinute = 60_000 - (Date.now() % 60_000)
  if (leftOfMinute < 10_000) await sleep(leftOfMinute) // all calls belong to one minute
  expect(await many(9, (n) => buyer.buy(`of-a-key-${n}`, { by: ask }))).toEqual({ 200: 4, key_spending_limit: 5 })
  const look = () => ask(servers.url, 'GET', '/stamp/v1/carrieraccount')
  expect(await many(9, look)).toEqual({ 200: 3, too_many_requests: 6 })
})

it('public calls of one network are limited by each process for itself', async () => {
  const form = { client_id: 'postroom-web', grant_type: 'token', refresh_token: 'guessed' }
  const refresh = () => postForm<{ code?: string }>(servers.url, '/auth/v1/refresh', form)
  expect(await many(200, refresh)).toEqual({ refresh_token_invalid: 200 })
  expect(await many(220, refresh)).toEqual({ refresh_token_invalid: 160, too_many_requests: 60 })
})

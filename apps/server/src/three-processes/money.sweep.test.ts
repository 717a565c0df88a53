import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyerAt } from '../testing/buyer-at.ts'
import { callsWith, codeOf, finalOf, tally } from '../testing/call-server.ts'
import { booksAreRight } from '../testing/crash-scene.ts'
import { PRICE } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

let servers: ThreeServers
beforeAll(async () => {
  servers = await threeServers()
})
afterAll(async () => {
  await booksAreRight(servers.context.db)
  await servers.stop()
})

/** As often as there are processes, or more: consecutive calls meet different ones. */
const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

it('asked for one purchase a hundred times at once, takes the money once and answers the same to all', async () => {
  const buyer = await aBuyerAt(servers, 100_00)
  const answers = await times(100, () => finalOf(() => buyer.buy('a-hundred-times')))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 100 })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await buyer.balance()).toBe(100_00 - PRICE)
})

it('of 60 purchases at once with money for 20, sells 20', async () => {
  const buyer = await aBuyerAt(servers, 20 * PRICE)
  const answers = await times(60, (n) => finalOf(() => buyer.buy(`money-for-twenty-${n}`)))
  expect(tally(answers.map(codeOf))).toEqual({ 200: 20, insufficient_funds: 40 })
  expect(await buyer.balance()).toBe(0)
})

it('pays a void back once that all processes are asked for at once', async () => {
  const buyer = await aBuyerAt(servers, 100_00)
  const { id } = (await buyer.buy('torn-letter')).body
  const torn = { cancellation_reason: 'Torn' }
  const takeBack = () => buyer.ask(servers.url, 'PUT', `/stamp/v1/shipment/${id}/void`, torn)
  const answers = await times(9, () => finalOf(takeBack))
  expect(tally(answers.map(codeOf))).toEqual({ 200: 9 })
  expect(await buyer.balance()).toBe(100_00)
})

it('books a top-up once that is recorded, or approved, at all processes at once', async () => {
  const { account, ...buyer } = await aBuyerAt(servers, 0)
  const operators = await times(2, () =>
    signInto(servers, servers.organisation, { permissions: permissionsOf(['operator'], 'full') }),
  )
  const [first, second] = operators.map(({ authorization }) => callsWith(authorization))
  const topUp = (amount: number, key: string) =>
    first!<{ id: string; code?: string }>(
      servers.url,
      'POST',
      `/stamp/v1/carrieraccount/${account}/topup`,
      { amount, reference: 'BACS 900' },
      { 'idempotency-key': key },
    )
  expect(tally((await times(9, () => topUp(100_00, 'small-top-up'))).map(codeOf))).toEqual({ 200: 9 })
  expect(await buyer.balance()).toBe(100_00)

  const { id } = (await topUp(5_000_00, 'large-top-up')).body
  const approved = await times(9, () => second!(servers.url, 'POST', `/stamp/v1/topup/${id}/approve`))
  expect(tally(approved.map(codeOf))).toEqual({ 200: 9 })
  expect(await buyer.balance()).toBe(5_100_00)
})

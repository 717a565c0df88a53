import { ukDateOf } from '@postroom/domain/calendar'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import type { Db } from '../db/database.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { brokenAfterDrain } from './after-the-drain.ts'
import { aShipmentDraft } from './purchase-scene.ts'
import { startServerProcess, type signInDemo, type ServerProcess } from './server-process.ts'
import { asOwner } from './test-database.ts'

/** The demo user's balance, in pence. */
export const CREDIT = 50_00
/** 1st class letter to 100 g. */
export const PRICE = 180

const running = new Set<ServerProcess>()
afterAll(async () => {
  for (const server of running) server.process.kill('SIGKILL')
  await Promise.all([...running].map((server) => server.ended))
})

/** Starts the real server, which is killed after the last test of the file at the latest. */
export async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(settings)
  running.add(server)
  return server
}

/** A letter that the demo user can buy today. */
export async function aLetter(call: Awaited<ReturnType<typeof signInDemo>>, url: string) {
  const accounts = (await (await call(url, '/stamp/v1/carrieraccount')).json()) as { data: { id: string }[] }
  return aShipmentDraft({
    by: accounts.data[0]!.id,
    shipping_date: ukDateOf(new Date()),
    parcels: [{ packaging: 'letter', weight: { value: 80 } }],
  })
}

/** A final response: repeating the call does not change it. */
export interface Final {
  status: number
  id?: string
  code?: string
}

/** Repeats the call until its response is final, as the web app does. */
export async function finalAnswer(ask: () => Promise<Response>): Promise<Final> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await ask()
    const { id, code } = (await answer.json()) as Omit<Final, 'status'>
    if (answer.status !== 202 && answer.status !== 503)
      return { status: answer.status, ...(id && { id }), ...(code && { code }) }
    await sleep(250)
  }
  throw new Error('No final answer')
}

/** Ends all leases now, so that a test does not wait five seconds for them. */
export const endLeases = (url: string) =>
  asOwner(url, `update purchase set lease_until = clock_timestamp() where state in ('AUTHORISED', 'VOID_REQUESTED')`)

export async function booksAreRight(db: Db): Promise<void> {
  expect(await brokenInvariants(db)).toEqual([])
  expect(await brokenAfterDrain(db)).toEqual([])
}

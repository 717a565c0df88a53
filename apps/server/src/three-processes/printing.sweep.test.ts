import type { ArgsOf } from '@postroom/contract/device-messages'
import type { Hub } from '@postroom/contract/hub'
import type { Shipment } from '@postroom/contract/shipment'
import type { SignedRequest } from '@postroom/contract/signed-request'
import { onDeviceEvent, requestDevice } from '@postroom/hub/device-client'
import { webSocketTransport } from '@postroom/hub/websocket-transport'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aBuyerAt, type BuyerAt } from '../testing/buyer-at.ts'
import { startDeviceManagerProcess, type DeviceManagerProcess } from '../testing/device-manager-process.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

const SOON = { timeout: 20_000 }

let servers: ThreeServers
let buyer: BuyerAt
let device: DeviceManagerProcess
beforeAll(async () => {
  servers = await threeServers()
  buyer = await aBuyerAt(servers, 100_00)
  const folder = path.join(servers.folder, 'device')
  device = await startDeviceManagerProcess(servers.url, { folder, caFile: servers.haproxy.caFile })
  const paired = await buyer.ask(servers.url, 'POST', '/iot/v1/hub', { code: device.code, alias: 'Packing bench' })
  expect(paired.status).toBe(200)
  await vi.waitUntil(async () => (await hubAt(servers.url)).connected, SOON)
})
afterAll(async () => {
  await device.stop()
  await servers.stop()
})

const hubAt = async (url: string): Promise<Hub> =>
  (await buyer.ask<{ data: [Hub] }>(url, 'GET', '/iot/v1/hub?length=1')).body.data[0]

/** The label of a new shipment, as a job. */
async function aJob(name: string): Promise<ArgsOf<'print'>> {
  const { id } = (await buyer.buy(`label-${name}`)).body
  const { docs } = (await buyer.ask<Shipment>(servers.url, 'GET', `/stamp/v1/shipment/${id}`)).body
  const { url, sha256, width_mm, height_mm, pages } = docs.find(({ type }) => type === 'label')!
  const documents = [{ type: 'label' as const, url, sha256, width_mm, height_mm, pages }]
  return { job_id: `job-of-${name}`, kind: 'mailing', title: 'Label', documents }
}

/** A page that is connected to one process, and calls it only. */
async function aPageAt(url: string) {
  const hub = await hubAt(url)
  const transport = webSocketTransport(`${url.replace('http', 'ws')}/api/iot/v1/hub/socket`, hub.auth_key)
  await transport.connect()
  const sign = async (asked: object) =>
    (await buyer.ask<SignedRequest>(url, 'POST', `/iot/v1/hub/${hub.id}/request`, asked)).body
  const printed: string[] = []
  await onDeviceEvent({ transport, hub }, (event) => {
    if (event.type === 'job' && event.job.state === 'printed') printed.push(event.job.job_id)
  })
  return {
    print: (job: ArgsOf<'print'>) => requestDevice({ transport, hub, sign }, 'print', job, { timeoutMs: 20_000 }),
    /** The jobs that the device manager reported as printed. */
    printed,
    close: () => transport.close(),
  }
}

it('a job asked for at any process is printed once, and reported to the pages at all of them', SOON, async () => {
  const pages = await Promise.all(servers.urls.map(aPageAt))
  const jobs = await Promise.all(['one', 'two', 'three'].map(aJob))
  await Promise.all(pages.map(({ print }, index) => print(jobs[index]!)))
  const ids = jobs.map(({ job_id }) => job_id).toSorted()
  for (const { printed } of pages) await expect.poll(() => [...new Set(printed)].toSorted(), SOON).toEqual(ids)
  await Promise.all(pages.map(({ close }) => close()))
  expect(device.printed()).toHaveLength(3)
})

it('whichever process is killed, jobs asked for meanwhile are printed once', { timeout: 90_000 }, async () => {
  const before = device.printed().length
  for (const [index] of servers.urls.entries()) {
    const page = await aPageAt(servers.urls[(index + 1) % servers.urls.length]!)
    const [first, second] = [await aJob(`first-${index}`), await aJob(`second-${index}`)]
    const asking = page.print(first)
    servers.processes[index]!.process.kill('SIGKILL')
    await servers.processes[index]!.ended
    await page.print(second)
    await asking
    await expect.poll(() => device.printed().length, SOON).toBe(before + 2 * (index + 1))
    await page.close()
    await servers.start(index)
  }
  await sleep(1_000) // a second copy would be out by now
  expect(device.printed()).toHaveLength(before + 6)
})

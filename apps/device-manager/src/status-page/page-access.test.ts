import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDeviceStatus, PAIRING, somePage } from '../testing/a-device-status.ts'
import { pageSession } from '../testing/page-session.ts'
import { oneTimeLink, readPageKey } from './page-key.ts'
import { serveStatusPage } from './status-page.ts'
import { STATUS_TEXTS } from './status-texts.ts'

/** Data of one user of a shared computer that another must not see. */
const PRIVATE = ['Reception PC', 'Brother', 'Label ZZ', 'DYMO', 'Aberystwyth Books', 'post.example', 'K7QM-2XWP']

let status = aDeviceStatus()
let folder: string
let pages: Awaited<ReturnType<typeof serveStatusPage>>[]
const serve = async (port = 0, where = folder) => {
  const page = await serveStatusPage(
    { port, folder: where },
    somePage({ status: () => status, log: () => ['{"event":"start"}'] }),
  )
  pages.push(page)
  return page
}
const shows = async (url: string, given: string) => (await fetch(url, { headers: { cookie: given } })).status
const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-access-'))
const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

beforeEach(() => {
  status = aDeviceStatus()
  folder = newFolder()
  pages = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const page of pages) page.close()
  fs.rmSync(folder, { recursive: true })
})

test.each(['/', '/?language=fr', '/log', '/open', '/open?key=', '/open?key=1.2.3', '/anything'])(
  '%s without a session explains how to open the page, and shows nothing about the device',
  async (address) => {
    for (status of [aDeviceStatus(), aDeviceStatus({ connection: PAIRING })]) {
      const { url } = await serve()
      const answer = await fetch(url + address)
      const body = await answer.text()
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
      expect(body).toContain(STATUS_TEXTS[address.endsWith('fr') ? 'fr' : 'en'].lockedHow)
      expect(body).toContain('postroom-device-manager --open')
      for (const text of PRIVATE) expect(body).not.toContain(text)
    }
  },
)

test('opens the page once with a link, and shows everything in its session', async () => {
  const { url } = await serve()
  const link = oneTimeLink(readPageKey(folder)!)
  const opened = await fetch(link)
  expect(opened.status).toBe(200)
  const [set = ''] = opened.headers.getSetCookie()
  expect(set.replace(/=[\w-]{43};/, '=ID;')).toBe(
    `postroom_device_${new URL(url).port}=ID; Path=/; HttpOnly; SameSite=Strict`,
  )
  const cookie = set.split(';')[0]!
  expect(await (await fetch(url, { headers: { cookie } })).text()).toContain('Brother')
  expect((await fetch(link)).status).toBe(401)
})

test('accepts a link for a minute, until the program restarts, and only as signed', async () => {
  await serve()
  const page = readPageKey(folder)!
  const ago = (ms: number) => oneTimeLink(page, Date.now() - ms)
  expect((await fetch(ago(61_000))).status).toBe(401)
  expect((await fetch(ago(50_000))).status).toBe(200)
  const link = oneTimeLink(page)
  expect((await fetch(link.replace(/key=\d/, 'key=9'))).status).toBe(401)
  expect((await fetch(link.slice(0, -2))).status).toBe(401)
  pages.pop()!.close()
  const again = await serve()
  expect((await fetch(link.replace(/:\d+/, `:${portOf(again)}`))).status).toBe(401)
})

test('keeps at most twenty sessions, each for one port, until the program ends', async () => {
  const first = await serve()
  const cookie = await pageSession(folder)
  expect(await shows(first.url, `theme=dark; ${cookie}`)).toBe(200)
  for (const wrong of [`x${cookie}`, `${cookie}x`, cookie.replace(/=.*/, '='), cookie.replace(/_\d+=/, '_1=')])
    expect(await shows(first.url, wrong)).toBe(401)
  const other = newFolder()
  const neighbour = await serve(0, other)
  expect(await shows(neighbour.url, cookie.replace(/_\d+=/, `_${portOf(neighbour)}=`))).toBe(401)
  fs.rmSync(other, { recursive: true })
  for (let count = 0; count < 19; count++) await pageSession(folder)
  expect(await shows(first.url, cookie)).toBe(200)
  await pageSession(folder)
  expect(await shows(first.url, cookie)).toBe(401)
})

test('gives a second user the next port, and both keep their ports', async () => {
  const other = newFolder()
  const first = await serve(18_089)
  const second = await serve(18_089, other)
  expect(portOf(second)).toBe(portOf(first) + 1)
  first.close()
  second.close()
  // now the second user starts first
  expect(portOf(await serve(18_089, other))).toBe(portOf(second))
  expect(portOf(await serve(18_089))).toBe(portOf(first))
  // a changed port in the settings takes effect at once
  pages.pop()!.close()
  expect(portOf(await serve(18_289))).toBe(18_289)
  fs.rmSync(other, { recursive: true })
})

test('stores the key of the page privately', async () => {
  await serve()
  expect((fs.statSync(path.join(folder, 'page.json')).mode & 0o077).toString(8)).toBe('0')
})

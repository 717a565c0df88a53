import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canOpenBrowser, openPage } from './open-page.ts'
import { linkChecker, writePageKey } from './page-key.ts'

const onLinux = test.runIf(process.platform === 'linux')
let folder: string
let server: http.Server
let status: number
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-open-'))
  status = 200
  server = http.createServer((request, response) =>
    response.writeHead(request.url === '/stamp.svg' ? status : 404).end(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  for (const name of ['HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME']) vi.stubEnv(name, path.join(folder, name))
  // the browser writes the file that it gets into another one
  const browser = path.join(folder, 'bin', 'xdg-open')
  fs.mkdirSync(path.dirname(browser))
  fs.writeFileSync(
    browser,
    `#!/bin/sh\nprintf '%s\\n' "$@" >"${folder}/seen.part"\nmv "${folder}/seen.part" "${folder}/seen"\n`,
  )
  fs.chmodSync(browser, 0o755)
  vi.stubEnv('PATH', `${path.dirname(browser)}:${process.env['PATH']}`)
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  fs.rmSync(folder, { recursive: true })
})
const portOf = () => (server.address() as AddressInfo).port
const seen = () => (fs.existsSync(path.join(folder, 'seen')) ? fs.readFileSync(path.join(folder, 'seen'), 'utf8') : '')
/** Where a device manager keeps the key of its page. */
const runningIn = (...names: string[]) => {
  const place = path.join(folder, ...names)
  fs.mkdirSync(place, { recursive: true })
  return { place, key: writePageKey(place, { wanted: portOf(), port: portOf() }).key }
}

/** Opens the page, and waits for the browser: it would write into the folder while the folder is removed. */
async function opened(place: string): Promise<URL> {
  const link = await openPage(place)
  await expect.poll(seen).not.toBe('')
  return new URL(link)
}

const programs = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length

onLinux('opens a private file with a link that is valid once', async () => {
  const { place, key } = runningIn('device')
  const before = programs()
  const link = await openPage(place)
  expect(programs()).toBeLessThanOrEqual(before) // the browser does not keep this program running
  const file = path.join(place, 'open.html')
  await expect.poll(seen).toBe(`${file}\n`)
  expect(fs.readFileSync(file, 'utf8')).toBe(
    `<!doctype html><title>Postroom</title><meta http-equiv="refresh" content="0; url=${link}">`,
  )
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
  const url = new URL(link)
  expect([url.origin, url.pathname]).toEqual([`http://127.0.0.1:${portOf()}`, '/open'])
  const isGood = linkChecker(key)
  expect([1, 2].map(() => isGood(url.searchParams.get('key')!))).toEqual([true, false])
})

onLinux.each([[['XDG_STATE_HOME', 'postroom-device-manager']], [['XDG_CONFIG_HOME', 'postroom-device-manager']]])(
  'finds the page of the systemd unit in %j',
  async (names) => {
    const { key } = runningIn(...names)
    const link = await opened(path.join(folder, 'none'))
    expect(linkChecker(key)(link.searchParams.get('key')!)).toBe(true)
  },
)

onLinux.each([
  ['XDG_STATE_HOME', ['HOME', '.local', 'state', 'postroom-device-manager']],
  ['XDG_CONFIG_HOME', ['HOME', '.config', 'postroom-device-manager']],
])('without %s finds it below the home folder', async (variable, names) => {
  vi.stubEnv(variable, undefined)
  const { key } = runningIn(...names)
  const link = await opened(path.join(folder, 'none'))
  expect(linkChecker(key)(link.searchParams.get('key')!)).toBe(true)
})

test('passes over a folder whose port another program has, and says where it looked', async () => {
  const { place } = runningIn('device')
  status = 404
  await expect(openPage(place)).rejects.toThrow(`No device manager of this user is running (looked in ${place}).`)
  server.close()
  server.closeAllConnections()
  await expect(openPage(place)).rejects.toThrow('No device manager')
  expect(seen()).toBe('')
})

onLinux.each([
  [{}, false],
  [{ DISPLAY: '' }, false],
  [{ DISPLAY: ':0' }, true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, true],
])('a session with %j shows windows: %s', (environment, shows) => expect(canOpenBrowser(environment)).toBe(shows))

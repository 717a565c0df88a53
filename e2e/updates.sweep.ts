import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openedPage } from '../apps/device-manager/src/testing/page-session.ts'
import { ownAuthority } from '../apps/device-manager/src/testing/own-authority.ts'
import { writeManifest } from '../apps/device-manager/src/update/release.ts'
import { pairByApi, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { expect, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'

const PROGRAM = path.join(import.meta.dirname, '../apps/device-manager/src/testing/installed-program.ts')
/** Longer than a trial and the starts around it, on a busy machine. */
const UPDATED = { timeout: 90_000 }

test.describe.configure({ mode: 'default' })

const keys = generateKeyPairSync('ed25519')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-updates-'))
const authority = ownAuthority(folder)
let content: Buffer
let served: (response: ServerResponse) => void
const downloads = https.createServer(authority.certify('127.0.0.1'), (_request, response) => served(response))
let postroom: Postroom
let device: DeviceManager
let office: string
let computers = 0

test.beforeAll(async () => {
  await once(downloads.listen(0, '127.0.0.1'), 'listening')
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
})
test.afterEach(() => device.kill())
test.afterAll(async () => {
  downloads.close()
  downloads.closeAllConnections()
  await postroom.stop()
  fs.rmSync(folder, { recursive: true })
})

const executable = () => path.join(office, 'bin/postroom-device-manager')
/** The program of a version, which first runs these lines of shell. */
const aProgram = (version: string, first = ''): string =>
  `#!/bin/sh\n# version ${version}\n${first}\nexec '${process.execPath}' '${PROGRAM}' ${version} '${executable()}' "$@"\n`
const installed = () => /# version (\S+)/.exec(fs.readFileSync(executable(), 'utf8'))?.[1]
const log = () => fs.readFileSync(path.join(office, 'log.jsonl'), 'utf8')
const steps = (version = '1.3.0') =>
  log()
    .split('\n')
    .filter((line) => line.includes(`"event":"update","version":"${version}"`))
    .map((line) => (JSON.parse(line) as { step: string }).step)
const starts = () => [...log().matchAll(/"event":"start","version":"([\d.]+)"/g)].map(([, version]) => version)
const said = () => fs.readFileSync(path.join(office, 'log'), 'utf8')
const connections = () => said().split('Connected as').length - 1

/** A paired device manager of version 1.2.9 that has seen this release. */
async function anOffice(program: string, env: Record<string, string> = {}, sent?: Buffer): Promise<void> {
  const computer = `Office ${++computers}`
  office = path.join(postroom.folder, computer)
  fs.mkdirSync(path.join(office, 'bin'), { recursive: true })
  fs.writeFileSync(executable(), aProgram('1.2.9'), { mode: 0o755 })
  const key = keys.publicKey.export({ format: 'jwk' }).x!
  const all = { POSTROOM_CA_FILE: authority.file, RELEASE_KEY_OF_TEST: key, PATH: process.env['PATH']!, ...env }
  device = await startDeviceManager(postroom, { program: executable(), computer, env: all })
  await pairByApi(postroom, device, computer)
  await expect.poll(said, UPDATED).toContain('Connected as')
  await device.kill()
  content = Buffer.from(program)
  served = (response) => void response.end(sent ?? content)
  fs.writeFileSync(path.join(office, 'release.json'), JSON.stringify(manifestOf('1.3.0')))
  device.start()
}

const manifestOf = (version: string): string => {
  const url = `https://127.0.0.1:${(downloads.address() as AddressInfo).port}/program`
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = { platform: 'test-x64', kind: 'executable', url, sha256, size: content.length } as const
  return writeManifest({ version, published: '2026-11-20T10:00:00Z', files: [file] }, keys.privateKey)
}
const newProgram = (first = '') => {
  office = path.join(postroom.folder, `Office ${computers + 1}`)
  return aProgram('1.3.0', first)
}

test('a good version takes over once it has connected, and stays', async () => {
  test.setTimeout(180_000)
  await anOffice(newProgram())
  await expect.poll(installed, UPDATED).toBe('1.3.0')
  await expect.poll(connections, UPDATED).toBe(3)
  expect(starts()).toEqual(['1.2.9', '1.2.9', '1.3.0', '1.3.0'])
  expect(steps()).toEqual(['downloaded', 'tried'])
  await device.kill()
  device.start()
  await expect.poll(connections, UPDATED).toBe(4)
  expect(starts().at(-1)).toBe('1.3.0')
})

test('a version that dies at once leaves the old one running, and is not offered again', async () => {
  test.setTimeout(180_000)
  await anOffice(newProgram('exit 1'))
  await expect.poll(connections, UPDATED).toBe(3)
  const page = await openedPage(office)
  await expect.poll(() => page.show(), UPDATED).toContain('1.3.0')
  expect(await page.show()).not.toContain('id="newer"')
  expect([installed(), steps()]).toEqual(['1.2.9', ['downloaded', 'tried']])
})

test('a file that is no program leaves the old one running', async () => {
  test.setTimeout(180_000)
  await anOffice('\u0000\u0001 no program')
  await expect.poll(connections, UPDATED).toBe(3)
  expect([installed(), starts()]).toEqual(['1.2.9', ['1.2.9', '1.2.9', '1.2.9']])
})

test('a version that cannot connect is rolled back, because the old one can', async () => {
  test.setTimeout(180_000)
  await anOffice(newProgram('export POSTROOM_SERVER=http://127.0.0.1:2'))
  await expect.poll(steps, UPDATED).toContain('tried')
  await expect.poll(connections, UPDATED).toBe(3)
  await expect.poll(() => fs.readFileSync(path.join(office, 'update.json'), 'utf8')).toContain('"rejected":["1.3.0"]')
  expect(installed()).toBe('1.2.9')
})

test('a trial that is cut off by the end of the computer is tried once more, and then no more', async () => {
  test.setTimeout(180_000)
  // kills the program that tries it, as a power cut does, and itself
  await anOffice(newProgram('kill -9 "$PPID"; kill -9 "$$"'))
  for (const tried of [1, 2]) {
    await expect.poll(() => steps().filter((step) => step === 'tried').length, UPDATED).toBe(tried)
    await device.kill()
    expect(installed()).toBe('1.2.9')
    device.start()
  }
  await expect.poll(connections, UPDATED).toBe(4)
  expect(steps()).toHaveLength(4)
})

test('a file with a changed byte is not run, and the good file is once it is there', async () => {
  test.setTimeout(180_000)
  const good = newProgram()
  await anOffice(good, {}, Buffer.from(good.replace('exec', 'exeC')))
  await expect.poll(steps, UPDATED).toContain('changed')
  expect(installed()).toBe('1.2.9')
  served = (response) => void response.end(content)
  await expect.poll(installed, UPDATED).toBe('1.3.0')
})

test('nothing is downloaded when updates are off, and the page says where the version is', async () => {
  test.setTimeout(180_000)
  await anOffice(newProgram(), { POSTROOM_UPDATES: 'off' })
  await expect.poll(connections, UPDATED).toBe(2)
  const page = await openedPage(office)
  expect(await page.show()).toContain(`/program</a>`)
  expect([installed(), steps(), fs.existsSync(path.join(office, 'update'))]).toEqual(['1.2.9', [], false])
})

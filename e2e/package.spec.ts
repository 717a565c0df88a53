import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { VERSION } from '../apps/device-manager/src/version.ts'
import { STATUS_TEXTS } from '../apps/device-manager/src/status-page/status-texts.ts'
import { pairByApi, papersPrinted, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { startPubNub } from './support/pubnub.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

const ROOT = path.join(import.meta.dirname, '..')
const DIST = path.join(ROOT, 'apps/device-manager/dist')
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'

let postroom: Postroom
let device: DeviceManager
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-installed-'))
const program = path.join(folder, 'usr/bin/postroom-device-manager')
test.beforeAll(async () => {
  test.setTimeout(180_000)
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/package-device-manager.ts')])
  const deb = fs.readdirSync(DIST).find((name) => name.endsWith('.deb'))!
  execFileSync('dpkg-deb', ['--extract', path.join(DIST, deb), folder])
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  device = await startDeviceManager(postroom, { program })
})
test.afterAll(async () => {
  await device.kill()
  await postroom.stop()
  fs.rmSync(folder, { recursive: true })
})

test('the package, unpacked in a clean folder, runs, is paired and prints', async ({ page }) => {
  await signIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByLabel(/^Code/).fill(await device.code())
  await page.getByLabel('Name', { exact: true }).fill('Reception PC')
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByRole('banner').getByText('Reception PC · 1 printer ready')).toBeVisible({ timeout: 30_000 })
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(device.printed)).toEqual(['mailing label'])
})

test('it speaks over PubNub with the unchanged files beside it, and says so when they are not there', async () => {
  test.setTimeout(120_000)
  const pubNub = await startPubNub()
  const office = await startPostroom({ DEVICE_MANAGER: 'off', ...pubNub.network, ...pubNub.keys })
  const desk = await startDeviceManager(office, { program, env: pubNub.network, computer: 'Desk' })
  const said = () => fs.readFileSync(path.join(office.folder, 'Desk', 'log'), 'utf8')
  try {
    await pairByApi(office, desk, 'Desk')
    await expect.poll(said, { timeout: 30_000 }).toContain('Connected as Desk')
    await desk.kill()
    const beside = path.join(folder, 'usr/lib/postroom-device-manager/node_modules')
    const installed = path.join(ROOT, 'packages/hub/node_modules/pubnub')
    expect(contents(path.join(beside, 'pubnub'))).toEqual(contents(installed))
    fs.renameSync(beside, `${beside}-elsewhere`)
    desk.start()
    await expect.poll(said, { timeout: 30_000 }).toContain(STATUS_TEXTS.en.lineStates.no_pubnub)
    fs.renameSync(`${beside}-elsewhere`, beside)
  } finally {
    await desk.kill()
    await office.stop()
    pubNub.stop()
  }
})

/** The SHA-256 of every file below a folder. */
const contents = (below: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(below, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(below, file), createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
  )

test('it starts when somebody signs in, and may use the printers and scales of whoever sits there', () => {
  const unit = path.join(folder, 'usr/lib/systemd/user/postroom-device-manager.service')
  expect(fs.readFileSync(unit, 'utf8')).toContain('WantedBy=default.target')
  const rules = fs.readFileSync(path.join(folder, 'usr/lib/udev/rules.d/70-postroom-device-manager.rules'), 'utf8')
  expect(rules).toMatch(/idVendor\}=="04f9".*uaccess/)
})

test('systemd understands its unit', () => {
  test.skip(!fs.existsSync(SYSTEMD_ANALYZE), 'systemd-analyze is not here')
  const unit = fs.readFileSync(path.join(folder, 'usr/lib/systemd/user/postroom-device-manager.service'), 'utf8')
  const unpacked = path.join(folder, 'postroom-device-manager.service')
  fs.writeFileSync(unpacked, unit.replace('/usr/bin/', `${folder}/usr/bin/`))
  const { status, stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', '--user', '--man=no', unpacked], {
    encoding: 'utf8',
    env: { XDG_RUNTIME_DIR: folder },
  })
  // what it does not understand it only tells
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('it tells its version and what can be set', () => {
  const alone = { encoding: 'utf8', env: {} } as const
  expect(execFileSync(program, ['--version'], alone)).toBe(`${VERSION}\n`)
  expect(execFileSync(program, ['--help'], alone)).toContain('POSTROOM_SERVER')
})

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { href } from '../apps/web/src/pages.ts'
import { packagesInside } from '../scripts/licences.ts'
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

// in one worker: building the package takes longer than all tests of it
test.describe.configure({ mode: 'default' })

let deb: string
let postroom: Postroom
let device: DeviceManager
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-installed-'))
const program = path.join(folder, 'usr/bin/postroom-device-manager')
test.beforeAll(async () => {
  test.setTimeout(180_000)
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/package-device-manager.ts')])
  deb = path.join(
    DIST,
    fs.readdirSync(DIST).find((name) => name.endsWith('.deb'))!,
  )
  execFileSync('dpkg-deb', ['--extract', deb, folder])
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  device = await startDeviceManager(postroom, { program })
})
test.afterAll(async () => {
  await device.kill()
  await postroom.stop()
  fs.rmSync(folder, { recursive: true })
})

test('the package, unpacked in a clean folder, starts, pairs and prints', async ({ page }) => {
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
  // the decoder and its thread are inside the program
  await page.goto(`${postroom.url}${href('check')}`)
  await page.getByRole('button', { name: 'Print a test page' }).click()
  await expect(page.getByText('27 characters, all the same')).toBeVisible({ timeout: 30_000 })
})

test('connects over PubNub with the unmodified package beside it, and reports when it is missing', async () => {
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
    await expect.poll(said, { timeout: 30_000 }).toContain(STATUS_TEXTS.en.connectionStates.no_pubnub)
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

test('starts when a user signs in, with access to the printers and scales of the active session', () => {
  const unit = path.join(folder, 'usr/lib/systemd/user/postroom-device-manager.service')
  expect(fs.readFileSync(unit, 'utf8')).toContain('WantedBy=default.target')
  const rules = fs.readFileSync(path.join(folder, 'usr/lib/udev/rules.d/70-postroom-device-manager.rules'), 'utf8')
  expect(rules).toMatch(/idVendor\}=="04f9".*uaccess/)
})

test('systemd accepts its unit', () => {
  test.skip(!fs.existsSync(SYSTEMD_ANALYZE), 'systemd-analyze is not here')
  const unit = fs.readFileSync(path.join(folder, 'usr/lib/systemd/user/postroom-device-manager.service'), 'utf8')
  const unpacked = path.join(folder, 'postroom-device-manager.service')
  fs.writeFileSync(unpacked, unit.replace('/usr/bin/', `${folder}/usr/bin/`))
  const { status, stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', '--user', '--man=no', unpacked], {
    encoding: 'utf8',
    env: { XDG_RUNTIME_DIR: folder },
  })
  // systemd only warns about a setting that it does not know
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('prints its version and its settings', () => {
  const alone = { encoding: 'utf8', env: {} } as const
  expect(execFileSync(program, ['--version'], alone)).toBe(`${VERSION}\n`)
  expect(execFileSync(program, ['--help'], alone)).toContain('POSTROOM_SERVER')
})

test('contains a licence text for each package inside, and no test code', () => {
  const copyright = fs.readFileSync(path.join(folder, 'usr/share/doc/postroom-device-manager/copyright'), 'utf8')
  const [head = '', ...sections] = copyright.split(/^={78}\n(?=.+\n={78}$)/m)
  expect(head).toContain('Postroom device manager')
  const texts = new Map(
    sections.map((section) => {
      const [title = '', , ...lines] = section.split('\n')
      return [title, lines.join('\n')]
    }),
  )
  const inside = packagesInside().map(({ name, version }) => `${name} ${version}`)
  for (const known of ['@hyzyla/pdfium', 'bonjour-service', 'multicast-dns', 'pngjs', 'zod', 'pubnub', 'undici'])
    expect(inside.some((title) => title.startsWith(`${known} `))).toBe(true)
  expect([...texts.keys()]).toEqual([`Node.js ${process.versions.node}`, 'PDFium', 'ZXing-C++', ...inside])
  for (const [title, text] of texts)
    expect(text, title).toMatch(
      /permission is hereby granted|permission to use|redistribution and use|apache license|blue oak model license|PubNub/i,
    )
  for (const part of [
    'The PDFium Authors',
    'Maxim Shemanarev',
    'FreeType Project LICENSE',
    'D. R. Commander',
    'Apache License',
  ])
    expect(texts.get('PDFium')).toContain(part)
  for (const part of ['V8, located', 'OpenSSL, located', 'ICU, located'])
    expect(texts.get(`Node.js ${process.versions.node}`)).toContain(part)

  const beside = path.join(folder, 'usr/lib/postroom-device-manager/node_modules')
  const others = fs.readdirSync(beside).filter((name) => name !== 'pubnub')
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const theirs = files.filter((file) => others.some((name) => file.includes(`/node_modules/${name}/`)))
  expect(theirs.length).toBeGreaterThan(50)
  expect(
    theirs.filter((file) => /(?:^|\/)(?:tests?|__tests__|specs?)(?:\/|$)|\.(?:test|spec)\.\w+$/.test(file)),
  ).toEqual([])
})

test('lintian reports nothing but overrides with a reason', () => {
  const { status, stdout } = spawnSync('lintian', ['--fail-on', 'error,warning', deb], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})

test('dpkg installs it; an upgrade restarts it; a removal stops it and names the files that stay', async () => {
  test.setTimeout(180_000)
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-dpkg-'))
  const asked = path.join(root, 'asked')
  // the session of this user, where systemctl only records its arguments
  const session = path.join(root, 'run/user', String(process.getuid?.()))
  for (const made of ['var/lib/dpkg/updates', 'var/lib/dpkg/info', 'run/systemd/system', 'bin'])
    fs.mkdirSync(path.join(root, made), { recursive: true })
  fs.mkdirSync(session, { recursive: true })
  for (const empty of ['status', 'available']) fs.writeFileSync(path.join(root, 'var/lib/dpkg', empty), '')
  const stand = (name: string, script: string): void =>
    fs.writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  stand('systemctl', `echo "$*" >>"${asked}"`)
  stand('runuser', 'shift 3; exec "$@"') // tests need not be root
  stand('udevadm', 'exit 0')
  const dpkg = (...args: string[]): string =>
    execFileSync('dpkg', [`--root=${root}`, '--force-script-chrootless,depends,not-root', '--log=/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env['PATH']}:/usr/sbin:/sbin` },
    })
  const requests = (): string[] => {
    const lines = fs.readFileSync(asked, 'utf8').trim().split('\n')
    fs.rmSync(asked)
    return lines
  }
  const unit = 'postroom-device-manager.service'
  try {
    dpkg('--install', deb)
    expect(requests()).toEqual([`--global enable ${unit}`, '--user daemon-reload'])
    dpkg('--install', deb)
    expect(requests()).toEqual([`--global enable ${unit}`, '--user daemon-reload', `--user try-restart ${unit}`])

    const home = path.join(root, 'home')
    const running = spawn(path.join(root, 'usr/lib/postroom-device-manager/postroom-device-manager'), {
      env: { HOME: home, POSTROOM_DEVICE_PORT: '0', POSTROOM_DISCOVER: 'off', POSTROOM_SERVER: 'http://127.0.0.1:2' },
    })
    const ended = once(running, 'exit')
    await once(running.stdout, 'data')
    const told = dpkg('--remove', 'postroom-device-manager')
    expect(requests()).toEqual([`--user stop ${unit}`, `--global disable ${unit}`])
    expect(await ended).toEqual([0, null])
    expect(told).toContain('~/.postroom-device')
    expect(fs.existsSync(path.join(home, '.postroom-device/jobs.jsonl'))).toBe(true)
    dpkg('--purge', 'postroom-device-manager')
    const left = fs.readdirSync(root, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.includes('postroom-device-manager'))).toEqual([])
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
})

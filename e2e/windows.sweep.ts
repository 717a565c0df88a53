import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { VERSION } from '../apps/device-manager/src/version.ts'
import { readPageKey } from '../apps/device-manager/src/status-page/page-key.ts'
import { fakeBrother } from '../apps/device-manager/src/testing/fake-brother.ts'
import { pageSession } from '../apps/device-manager/src/testing/page-session.ts'
import { captureSocket, startCups, type PrivateCups } from '../apps/device-manager/src/testing/private-cups.ts'
import { whyNoWindows } from '../apps/device-manager/src/testing/wine.ts'
import { pageIn } from '../packages/documents/src/testing/golden.ts'
import { bundle } from '../scripts/package/bundle.ts'
import { signForWindows } from '../scripts/package/sign-windows.ts'
import { buildWindows } from '../scripts/package/windows.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { freePort, startPostroom, type Postroom } from './support/postroom.ts'
import { choosePrinter } from './support/printers.ts'
import { expectBar, expectSymbols, pictureOf } from './support/ruler-page.ts'
import { startWindows, type Windows } from './support/windows.ts'

/** Starts under Wine 8. The Node that ships does not. */
const NODE = '22.23.3'
const RUN = String.raw`Software\Microsoft\Windows\CurrentVersion\Run`
const UNINSTALL = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\PostroomDeviceManager`
const [EXE, UNINSTALLER] = ['postroom-device-manager.exe', 'uninstall.exe']
const CHOSEN = String.raw`C:\Postage room\Device manager`

const reason = whyNoWindows()
// one Windows, where the tests follow each other
test.describe.configure({ mode: 'serial' })
test.skip(reason !== undefined, reason)
test.setTimeout(300_000)

let folder: string
let signing: { certificate: string; key: string }
let setup: ReturnType<typeof buildWindows>
let postroom: Postroom
let windows: Windows
let cups: PrivateCups
let ql: Awaited<ReturnType<typeof fakeBrother>>
let laser: Awaited<ReturnType<typeof captureSocket>>
/** The folder that the tests of one user install into. */
let chosen: string
let data: string

test.beforeAll(async () => {
  test.setTimeout(600_000)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-windows-build-'))
  signing = makeCertificate()
  setup = buildWindows(await bundle(folder), { folder, node: NODE, isCompressed: false, signing })
  postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  cups = await startCups()
  ql = await fakeBrother()
  laser = await captureSocket()
  await cups.addQueue('Brother_QL-1110NWB', ql.address.replace('ql:', 'socket:'), 'raw')
  await cups.addQueue('Laser', laser.uri, 'raw')
  windows = startWindows({
    CUPS_SERVER: cups.host,
    POSTROOM_CUPS: 'ipp://127.0.0.1:1', // the queues of Windows alone
    POSTROOM_DISCOVER: 'off',
    POSTROOM_DEVICE_PORT: String(await freePort()),
  })
  chosen = path.join(windows.drive, 'Postage room/Device manager')
  data = path.join(windows.appData, 'postroom-device-manager')
})
test.afterAll(async () => {
  windows.stop()
  await Promise.all([postroom.stop(), cups.stop(), ql.stop(), laser.stop()])
  fs.rmSync(folder, { recursive: true })
})

function makeCertificate() {
  const made = { certificate: path.join(folder, 'certificate.pem'), key: path.join(folder, 'key.pem') }
  const uses = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,codeSigning']
  const extensions = uses.flatMap((use) => ['-addext', use])
  const subject = ['-days', '2', '-subj', '/CN=Postroom test signing', '-keyout', made.key, '-out', made.certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:3072', '-nodes', ...subject, ...extensions], {
    stdio: 'ignore',
  })
  return made
}

const verify = (file: string) =>
  spawnSync('osslsigncode', ['verify', '-CAfile', signing.certificate, '-in', file], { encoding: 'utf8' })

/** The link to the status page is new at each start of the program. */
const pageKey = (): string | undefined => readPageKey(data)?.key
const isRunning = async (): Promise<boolean> => {
  const page = readPageKey(data)
  if (!page) return false
  return fetch(`http://127.0.0.1:${page.port}/stamp.svg`).then(
    ({ ok }) => ok,
    () => false,
  )
}
const statusPage = async (): Promise<string> => {
  const cookie = await pageSession(data)
  const answer = await fetch(`http://127.0.0.1:${readPageKey(data)?.port}/`, { headers: { cookie } })
  return answer.text()
}
const codeShown = async () => /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await statusPage())?.[0]
const expectRunning = (is = true) => expect.poll(isRunning, { timeout: 60_000 }).toBe(is)
const iniIn = (installed: string): string => fs.readFileSync(path.join(installed, 'install.ini'), 'latin1')

test('program and installers are signed, and one changed byte is detected', () => {
  for (const file of [path.join(folder, 'files', EXE), setup.user, setup.machine]) {
    expect(verify(file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('verified signatures: 1'),
    })
    const changed = path.join(folder, 'changed.exe')
    const bytes = fs.readFileSync(file)
    bytes[5000] = bytes[5000]! ^ 1
    fs.writeFileSync(changed, bytes)
    expect(verify(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('MISMATCH') })
  }
  const other = { ...signing, certificate: path.join(folder, 'nowhere.pem') }
  expect(() => signForWindows(setup.user, 'Postroom', other)).toThrow(/osslsigncode/)
})

test('installs silently for one user, starts, and is set to start when they sign in', async () => {
  await windows.run(`"Z:${setup.user}" /S /SERVER=${postroom.url} /CODE=ABCD-EFGH /D=${CHOSEN}`)
  const files = fs.readdirSync(chosen)
  expect(files.toSorted()).toEqual(['install.ini', 'licences.txt', 'node_modules', EXE, UNINSTALLER])
  expect(fs.readFileSync(path.join(chosen, EXE)).equals(fs.readFileSync(path.join(folder, 'files', EXE)))).toBe(true)
  expect(iniIn(chosen)).toContain(`server=${postroom.url}\r\ncode=ABCD-EFGH\r\n`)
  expect(windows.registry(`HKCU\\${RUN}`)).toEqual({ PostroomDeviceManager: `"${CHOSEN}\\${EXE}"` })
  expect(windows.registry(`HKCU\\${UNINSTALL}`)).toMatchObject({
    DisplayName: 'Postroom device manager',
    DisplayVersion: VERSION,
    QuietUninstallString: `"${CHOSEN}\\${UNINSTALLER}" /S`,
  })
  const menu = path.join(windows.appData, '../Roaming/Microsoft/Windows/Start Menu/Programs')
  expect(fs.existsSync(path.join(menu, 'Postroom device manager.lnk'))).toBe(true)
  await expectRunning()
  const licences = fs.readFileSync(path.join(chosen, 'licences.txt'), 'utf8')
  for (const inside of [/^koffi \d/m, /^PDFium/m, /^pubnub /m, /^Node\.js /m]) expect(licences).toMatch(inside)
})

test('pairs by the code it shows, forgets the enrolment code, and prints through the queues of Windows', async ({
  page,
}) => {
  await signIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await expect.poll(codeShown, { timeout: 60_000 }).toBeDefined()
  await page.getByLabel(/^Code/).fill((await codeShown())!)
  await page.getByLabel('Name', { exact: true }).fill('Reception PC')
  await page.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByRole('banner').getByText('Reception PC · 3 printers ready')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => iniIn(chosen)).not.toContain('code')
  expect(iniIn(chosen)).toContain(`server=${postroom.url}`)

  // the printer behind the raw queue decodes what it gets, and records violations of its protocol
  await choosePrinter(page, postroom, 'Shipping printer', /Brother_QL/, /DK-1247/)
  await page.getByRole('button', { name: 'Print ruler page: shipping printer' }).click()
  await expect.poll(() => ql.printed.length, { timeout: 60_000 }).toBe(1)
  const label = pictureOf(ql.printed[0]!)
  expectBar(label)
  await expectSymbols(label)
  expect(ql.wrongs).toEqual([])

  await choosePrinter(page, postroom, 'Form printer', /Laser/)
  await page.getByRole('button', { name: 'Print ruler page: form printer' }).click()
  await expect.poll(() => laser.jobs.length, { timeout: 60_000 }).toBe(1)
  const sheet = rastered(laser.jobs[0]!)
  // PostScript measures in points, and A4 is not a whole number of them
  expect(Math.abs(sheet.width - 2480) + Math.abs(sheet.height - 3508)).toBeLessThan(10)
  expectBar(sheet)
})

/** The first page of PostScript, rendered by an independent program. */
function rastered(postScript: Buffer) {
  const device = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pnggray', '-r300', '-sOutputFile=-', '-']
  return pageIn(execFileSync('gs', device, { input: postScript, maxBuffer: 64 << 20 }))
}

test('updates over a running copy, which stops and starts again, still paired', async () => {
  const before = pageKey()
  // an older program; Wine, unlike Windows, lets another system write to it
  fs.appendFileSync(path.join(chosen, EXE), 'older')
  await windows.run(`"Z:${setup.user}" /S /D=${CHOSEN}`)
  expect(fs.readFileSync(path.join(chosen, EXE)).equals(fs.readFileSync(path.join(folder, 'files', EXE)))).toBe(true)
  expect(iniIn(chosen)).toContain(`server=${postroom.url}`)
  await expect.poll(pageKey, { timeout: 60_000 }).not.toBe(before)
  await expectRunning()
  await expect.poll(statusPage, { timeout: 60_000 }).toContain('Reception PC')
})

test('updates while the program of another user runs, which keeps its renamed file', async () => {
  const other = path.join(windows.drive, 'another user')
  await windows.run(`"${CHOSEN}\\${EXE}" --stop`)
  await expectRunning(false)
  const theirs = { POSTROOM_DEVICE_DIR: String.raw`C:\another user` }
  windows.start(`"${CHOSEN}\\${EXE}"`, theirs)
  await expect.poll(() => readPageKey(other)?.key, { timeout: 60_000 }).toBeDefined()
  fs.appendFileSync(path.join(chosen, EXE), 'older')
  await windows.run(`"Z:${setup.user}" /S /D=${CHOSEN}`)
  expect(fs.readFileSync(path.join(chosen, EXE)).equals(fs.readFileSync(path.join(folder, 'files', EXE)))).toBe(true)
  await expectRunning()
  expect(fs.existsSync(path.join(chosen, `${EXE}.old`))).toBe(true)
  await windows.run(`"${CHOSEN}\\${EXE}" --stop`, theirs)
})

test('uninstalls and keeps the data of its user, or deletes them when asked to', async () => {
  const uninstall = (...options: string[]) =>
    windows.run([`"${CHOSEN}\\${UNINSTALLER}"`, '/S', ...options, `_?=${CHOSEN}`].join(' '))
  await uninstall()
  await expectRunning(false)
  // an uninstaller that is waited for cannot delete itself
  expect(fs.readdirSync(chosen)).toEqual([UNINSTALLER])
  expect(windows.registry(`HKCU\\${RUN}`)).toEqual({})
  expect(windows.registry(`HKCU\\${UNINSTALL}`)).toBeUndefined()
  expect(fs.existsSync(path.join(data, 'identity.pem'))).toBe(true)

  await windows.run(`"Z:${setup.user}" /S /SERVER=${postroom.url} /D=${CHOSEN}`)
  await expectRunning()
  await expect.poll(statusPage, { timeout: 60_000 }).toContain('Reception PC')
  await uninstall('/PURGE')
  expect(fs.existsSync(data)).toBe(false)
})

test('with an enrolment code the installed program pairs itself, and forgets the code', async ({ page }) => {
  await signIn(page, postroom)
  await page.goto(`${postroom.url}/app/device-preferences`)
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a code' }).click()
  const code = await page.getByRole('dialog').getByLabel('Secret', { exact: true }).textContent()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await windows.run(`"Z:${setup.user}" /S /SERVER=${postroom.url} /CODE=${code} /D=${CHOSEN}`)
  await expect(page.getByText('1 of 10 computers paired')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => iniIn(chosen), { timeout: 60_000 }).not.toContain('code')
  await expectRunning()
  await expect.poll(statusPage, { timeout: 60_000 }).toContain('Llewellyn Bindery Ltd')
  await windows.run([`"${CHOSEN}\\${UNINSTALLER}"`, '/S', '/PURGE', `_?=${CHOSEN}`].join(' '))
})

test('installs for all users below Program Files, starts for nobody yet, and uninstalls', async () => {
  await windows.run(`"Z:${setup.machine}" /S /SERVER=${postroom.url}`)
  const programs = path.join(windows.drive, 'Program Files/Postroom device manager')
  const program = `C:\\Program Files\\Postroom device manager\\${EXE}`
  expect(fs.existsSync(path.join(programs, EXE))).toBe(true)
  expect(windows.registry(`HKLM\\${RUN}`)).toMatchObject({ PostroomDeviceManager: `"${program}"` })
  expect(windows.registry(`HKLM\\${UNINSTALL}`)).toMatchObject({ DisplayVersion: VERSION })
  expect(windows.registry(`HKCU\\${UNINSTALL}`)).toBeUndefined()
  expect(await isRunning()).toBe(false)
  windows.start(`"${program}"`)
  await expectRunning()
  await windows.run(`"C:\\Program Files\\Postroom device manager\\${UNINSTALLER}" /S`)
  await expect.poll(() => fs.existsSync(programs), { timeout: 60_000 }).toBe(false)
  await expectRunning(false)
  expect(windows.registry(`HKLM\\${RUN}`)).not.toHaveProperty('PostroomDeviceManager')
  expect(fs.existsSync(path.join(data, 'identity.pem'))).toBe(true)
})

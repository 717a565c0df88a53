import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { oneTimeLink, readPageKey } from '../apps/device-manager/src/status-page/page-key.ts'
import { serveStatusPage } from '../apps/device-manager/src/status-page/status-page.ts'
import { LANGUAGES } from '../apps/device-manager/src/status-page/status-texts.ts'
import { aDeviceStatus, PAIRING, somePage } from '../apps/device-manager/src/testing/a-device-status.ts'
import { axeViolations } from './support/axe.ts'

let status = aDeviceStatus()
let folder: string
let page: Awaited<ReturnType<typeof serveStatusPage>>
test.beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-status-page-'))
  page = await serveStatusPage(
    { port: 0, folder },
    somePage({
      status: () => status,
      setPaused: (isPaused) => void (status = aDeviceStatus({ isPaused })),
      changeServer: async (typed) => {
        if (typed === 'down.example') return { code: 'no_server', problem: 'refused' }
        status = aDeviceStatus({ connection: PAIRING })
        return undefined
      },
      log: () => ['{"event":"start","version":"1.2.9"}'],
    }),
  )
})
test.beforeEach(() => void (status = aDeviceStatus()))
test.afterAll(() => {
  page.close()
  fs.rmSync(folder, { recursive: true })
})
const link = () => oneTimeLink(readPageKey(folder)!)

const NO_SERVER = { server: undefined, isPaired: false, connection: { state: 'starting' } } as const
/** Every look of the page but that of a busy device. */
const STATES = [
  NO_SERVER,
  { connection: PAIRING },
  { connection: PAIRING, isManaged: true },
  { connection: { state: 'unreachable', problem: 'no_tls' }, isPaired: false },
  { isPaused: true, rolledBack: '1.3.0', newer: undefined },
] as const

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing on the status page of a device manager, ${theme}`, async ({ page: tab }) => {
    await tab.setViewportSize({ width: 320, height: 640 })
    await tab.emulateMedia({ colorScheme: theme })
    const look = async (address: string) => {
      await tab.goto(`${page.url}${address}`)
      expect(await axeViolations(tab), address).toEqual([])
      expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    for (const language of LANGUAGES) await look(`/?language=${language}`)
    await expect(tab.getByText('postroom-device-manager --open')).toBeVisible()
    await tab.goto(link())
    await expect(tab.getByText('Brother QL-1110NWB')).toBeVisible()
    for (const language of LANGUAGES) {
      status = aDeviceStatus()
      await look(`/?language=${language}`)
      await look(`/log?language=${language}`)
      for (const changes of STATES) {
        status = aDeviceStatus(changes)
        await look(`/?language=${language}`)
      }
      status = aDeviceStatus({ connection: PAIRING })
      await look(`/server?language=${language}`)
    }
  })

test('the page updates with the device, and the keyboard copies its log', async ({ page: tab, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const errors: string[] = []
  tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  status = aDeviceStatus({ connection: PAIRING })
  await tab.goto(link())
  await expect(tab.getByText('K7QM-2XWP')).toBeVisible()
  status = aDeviceStatus()
  await expect(tab.getByText('Brother QL-1110NWB')).toBeVisible()
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('heading', { name: 'Imprimantes' })).toBeVisible()
  await tab.getByRole('link', { name: 'Journal' }).press('Enter')
  await tab.getByRole('button', { name: 'Copier le journal' }).press('Enter')
  await expect(tab.getByRole('status')).toHaveText('Copié.')
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toContain('"version":"1.2.9"')
  expect(errors).toEqual([])
})

test('a user chooses the server by keyboard, and the page says what is wrong with an address', async ({
  page: tab,
}) => {
  status = aDeviceStatus(NO_SERVER)
  await tab.goto(link())
  const address = tab.getByLabel('Address of the server')
  await address.fill('down.example')
  await address.press('Enter')
  await expect(tab.getByRole('alert')).toContainText('Nothing listens')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('down.example')
  await address.fill('post.example')
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Enter')
  await expect(tab.getByText('K7QM-2XWP')).toBeVisible()
  await tab.getByRole('link', { name: 'Change the server' }).press('Enter')
  await expect(address).toHaveValue('https://post.example')
  await tab.getByRole('link', { name: 'Back' }).press('Enter')
  await expect(tab.getByText('K7QM-2XWP')).toBeVisible()
})

test('a person pauses and resumes by keyboard, and the button keeps the focus', async ({ page: tab }) => {
  await tab.goto(link())
  await tab.getByRole('button', { name: 'Pause printing' }).press('Enter')
  await expect(tab.getByText('Printing is paused')).toBeVisible()
  const resume = tab.getByRole('button', { name: 'Resume printing' })
  await expect(resume).toBeFocused()
  await resume.press('Enter')
  await expect(tab.getByText('Jobs are printed as they arrive.')).toBeVisible()
})

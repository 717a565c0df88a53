import { href } from '../apps/web/src/pages.ts'
import { pairByApi, startDeviceManager, type DeviceManager } from './support/device-manager.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'

const TEN_MINUTES_MS = 600_000

let own: Postroom
let device: DeviceManager
test.beforeAll(async () => {
  own = await startPostroom({ DEVICE_MANAGER: 'off' })
})
test.afterAll(async () => {
  await device.kill()
  await own.stop()
})

test('finds a wrong clock, a device manager that is not paired, and one that stopped; each remedy works', async ({
  page,
}) => {
  await comeSignedIn(page, own)
  const link = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await test.step('not paired', async () => {
    await page.goto(`${own.url}${href('check')}`)
    await link('Device manager')
      .getByRole('link', { name: /^Pair a device manager/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  })
  device = await startDeviceManager(own)
  await pairByApi(own, device)
  await test.step('all fine', async () => {
    await page.goto(`${own.url}${href('check')}`)
    await expect(link('Device manager')).toContainText('has version')
    await expect(link('Clock')).toContainText('fine')
  })
  await test.step('a test page is printed, and read back from its dots', async () => {
    await page.getByRole('button', { name: 'Print a test page' }).click()
    await expect(link('Test page')).toContainText('2 of 2 codes read back', { timeout: 30_000 })
    await expect(page.getByText('27 characters, all the same')).toBeVisible()
    await expect(page.getByText('4 characters, all the same')).toBeVisible()
  })
  await test.step('clock', async () => {
    await page.clock.setSystemTime(Date.now() + TEN_MINUTES_MS)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(link('Clock')).toContainText('This computer is 10 minutes ahead of the server.')
    await page.clock.setSystemTime(Date.now())
    await link('Clock')
      .getByRole('button', { name: /^Compare the clocks again/ })
      .click()
    await expect(link('Clock')).toContainText('fine')
  })
  await test.step('device manager stopped, and started again', async () => {
    await device.kill()
    await expect(link('Device manager')).toContainText('No answer')
    device.start()
    const remedy = link('Device manager').getByRole('button', { name: /^Ask it again/ })
    await expect(async () => {
      // it connects by itself, too; each press begins anew, so a starting device manager gets time to answer
      if (await remedy.isVisible()) await remedy.click()
      await expect(link('Device manager')).toContainText('has version', { timeout: 15_000 })
    }).toPass()
  })
})

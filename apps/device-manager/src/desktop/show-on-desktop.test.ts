import { spawnSync } from 'node:child_process'
import type { MessageBus } from '@particle/dbus-next'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningDevice } from '../start-device.ts'
import type { DeviceStatus } from '../status-page/device-status.ts'
import { aDeviceStatus } from '../testing/a-device-status.ts'
import { aJob } from '../testing/a-job.ts'
import { startBus, startNotifications, startPanel } from '../testing/private-bus.ts'
import { openDesktop } from './open-desktop.ts'
import { showOnDesktop } from './show-on-desktop.ts'

const hasBus = spawnSync('dbus-daemon', ['--version'], { stdio: 'ignore' }).error === undefined

const actions = { openPage: () => {}, setPaused: () => {} }
let status: DeviceStatus
let paused: boolean[]
const device = {
  status: () => status,
  setPaused: (isPaused: boolean) => void paused.push(isPaused),
} as unknown as RunningDevice
beforeEach(() => {
  status = aDeviceStatus()
  paused = []
})

test.each([
  ['without a session bus', 'linux', {}],
  ['with a session bus that is gone', 'linux', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
  ['without the libraries of Windows', 'win32', {}],
] as const)('there is no desktop %s', async (_where, platform, environment) => {
  expect(await openDesktop({ language: 'en', actions, environment }, platform)).toBeUndefined()
})

test('does without a desktop', async () => {
  const desktop = showOnDesktop('/nowhere', {})
  desktop.begin(device)
  desktop.changed()
  desktop.job(aJob('job-1', { state: 'unknown' }))
  desktop.printers([])
  await desktop.close()
})

describe.runIf(process.platform === 'linux' && hasBus)('in a Linux session', () => {
  let bus: Awaited<ReturnType<typeof startBus>>
  let session: MessageBus
  let desktop: ReturnType<typeof showOnDesktop>
  beforeEach(async () => {
    bus = await startBus()
    session = await bus.connect()
    desktop = showOnDesktop('/nowhere', { DBUS_SESSION_BUS_ADDRESS: bus.address })
  })
  afterEach(async () => {
    await desktop.close()
    session.disconnect()
    await bus.stop()
  })

  /** The tray icon, once it shows itself. */
  async function icon() {
    const panel = await startPanel(session)
    desktop.begin(device)
    await expect.poll(() => panel.items).toHaveLength(1)
    return session.getProxyObject(panel.items[0]!, '/StatusNotifierItem')
  }
  const tip = async (of: Awaited<ReturnType<typeof icon>>) => {
    const properties = of.getInterface('org.freedesktop.DBus.Properties')
    const { value } = await properties['Get']!<{ value: unknown[] }>('org.kde.StatusNotifierItem', 'ToolTip')
    return value[3]
  }

  test('shows the state at once, and each change', async () => {
    const item = await icon()
    await expect.poll(() => tip(item)).toMatch(/^Connected\n/)
    status = aDeviceStatus({ isPaused: true })
    desktop.changed()
    expect(await tip(item)).toContain('Printing is paused')
    status = aDeviceStatus({ jobs: [aJob('job-2', { state: 'unknown' })] })
    desktop.job(aJob('job-1', { state: 'printed' }))
    expect(await tip(item)).not.toContain('Printing is paused')
  })

  test('notifies of a missing server, an unknown job and a printer that stops', async () => {
    const service = await startNotifications(session)
    status = aDeviceStatus({ server: undefined, connection: { state: 'starting' } })
    await icon()
    const titles = () => service.shown.map(({ title }) => title)
    await expect.poll(titles).toEqual(['Postroom is installed'])
    desktop.job(aJob('job-1', { state: 'unknown' }))
    await expect.poll(titles).toEqual(['Postroom is installed', 'Check the printer'])
    const [printer] = aDeviceStatus().printers
    desktop.printers([{ ...printer!, state: 'ready' }])
    desktop.printers([{ ...printer!, state: 'stopped' }])
    await expect.poll(titles).toEqual(['Postroom is installed', 'Check the printer', 'A printer has stopped'])
  })

  test('says nothing of a server to who has one, and pauses from the menu', async () => {
    const service = await startNotifications(session)
    const panel = await icon()
    const menu = (await session.getProxyObject(panel.name, '/Menu')).getInterface('com.canonical.dbusmenu')
    await expect.poll(() => tip(panel)).toMatch(/^Connected/)
    const { Variant } = (await import('@particle/dbus-next')).default
    await menu['Event']!(4, 'clicked', new Variant('s', ''), 0)
    await menu['Event']!(3, 'clicked', new Variant('s', ''), 0) // no page is running: no error
    expect(paused).toEqual([true])
    expect(service.shown).toEqual([])
  })

  test('a session of another system has no desktop, whatever its bus', async () => {
    const environment = { DBUS_SESSION_BUS_ADDRESS: bus.address }
    expect(await openDesktop({ language: 'en', actions, environment }, 'darwin')).toBeUndefined()
  })

  test('is gone after it was closed, also while it was opening', async () => {
    const panel = await startPanel(session)
    desktop.begin(device)
    await expect.poll(() => panel.items).toHaveLength(1)
    await desktop.close()
    const second = showOnDesktop('/nowhere', { DBUS_SESSION_BUS_ADDRESS: bus.address })
    second.begin(device)
    await second.close()
    const daemon = (await session.getProxyObject('org.freedesktop.DBus', '/org/freedesktop/DBus')).getInterface(
      'org.freedesktop.DBus',
    )
    const icons = async () =>
      (await daemon['ListNames']!<string[]>()).filter((name) => name.startsWith('org.kde.StatusNotifierItem-'))
    await expect.poll(icons).toEqual([])
  })
})

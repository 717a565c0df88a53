import { spawnSync } from 'node:child_process'
import dbus, { type MessageBus } from '@particle/dbus-next'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBus, startNotifications, startPanel } from '../../testing/private-bus.ts'
import type { Desktop } from '../desktop.ts'
import { DESKTOP_TEXTS } from '../desktop-texts.ts'
import { linuxDesktop } from './linux-desktop.ts'

const hasBus = spawnSync('dbus-daemon', ['--version'], { stdio: 'ignore' }).error === undefined

let bus: Awaited<ReturnType<typeof startBus>>
let session: MessageBus
let desktop: Desktop | undefined
let done: unknown[]
const actions = { openPage: () => void done.push('open'), setPaused: (isPaused: boolean) => void done.push(isPaused) }
const open = (language: 'en' | 'fr' = 'en') => linuxDesktop({ language, actions }, bus.address)

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

/** What the panel knows of the icon. */
const icon = async (name: string) =>
  (await session.getProxyObject(name, '/StatusNotifierItem')).getInterface('org.kde.StatusNotifierItem')
const menu = async (name: string) =>
  (await session.getProxyObject(name, '/Menu')).getInterface('com.canonical.dbusmenu')
const property = async (name: string, of: string) => {
  const object = await session.getProxyObject(name, '/StatusNotifierItem')
  const properties = object.getInterface('org.freedesktop.DBus.Properties')
  const { value } = await properties['Get']!<{ value: unknown }>('org.kde.StatusNotifierItem', of)
  return value
}
/** The labels of the menu, and whether each can be chosen. */
const entries = async (name: string) => {
  const [, [, , children]] = await (
    await menu(name)
  )['GetLayout']!<[number, [number, unknown, { value: [number, Record<string, { value: unknown }>] }[]]]>(0, -1, [])
  return children.map(({ value: [, { label, enabled }] }) => [label?.value, enabled?.value])
}
const event = (id: number, kind: string) => [id, kind, new dbus.Variant('s', ''), 0]
const choose = async (name: string, entry: number) =>
  (await menu(name))['Event']!(entry, 'clicked', new dbus.Variant('s', ''), 0)

describe.runIf(process.platform === 'linux' && hasBus)('the tray icon and notifications of a Linux session', () => {
  beforeEach(async () => {
    bus = await startBus()
    session = await bus.connect()
    done = []
  })
  afterEach(async () => {
    await desktop?.close()
    desktop = undefined
    session.disconnect()
    await bus.stop()
  })

  test('shows its state to the panel, opens the page on a click, and pauses from its menu', async () => {
    const panel = await startPanel(session)
    const before = timers()
    desktop = await open()
    expect(timers()).toBeLessThanOrEqual(before)
    await expect.poll(() => panel.items).toHaveLength(1)
    const [name = ''] = panel.items
    desktop.show({ lines: ['Connected', 'Last job: Printed'], isPaused: false, needsAttention: false })
    expect(await property(name, 'Status')).toBe('Active')
    expect(await property(name, 'ToolTip')).toEqual([
      'printer',
      [],
      'Postroom device manager',
      'Connected\nLast job: Printed',
    ])
    await (
      await icon(name)
    )['Activate']!(0, 0)
    expect(await entries(name)).toEqual([
      ['Connected', false],
      ['Last job: Printed', false],
      [DESKTOP_TEXTS.en.open, true],
      [DESKTOP_TEXTS.en.pause, true],
    ])
    await choose(name, 3)
    await choose(name, 4)
    await choose(name, 1) // words only
    desktop.show({ lines: ['Printing is paused'], isPaused: true, needsAttention: true })
    expect(await property(name, 'Status')).toBe('NeedsAttention')
    await choose(name, 3)
    expect(done).toEqual(['open', 'open', true, false])
  })

  test('has the properties that a panel asks for', async () => {
    const panel = await startPanel(session)
    desktop = await open()
    await expect.poll(() => panel.items).toHaveLength(1)
    const [name = ''] = panel.items
    const properties = { Category: 'Hardware', Id: 'postroom-device-manager', IconName: 'printer', ItemIsMenu: false }
    for (const [of, value] of Object.entries({ ...properties, Title: 'Postroom device manager', Menu: '/Menu' }))
      expect({ [of]: await property(name, of) }).toEqual({ [of]: value })
    const item = await icon(name)
    await item['SecondaryActivate']!(0, 0)
    await item['ContextMenu']!(0, 0)
    await item['Scroll']!(1, 'vertical')
    expect(done).toEqual(['open'])
    expect(await property(name, 'Status')).toBe('Active')
    const signals: unknown[] = []
    for (const signal of ['NewToolTip', 'NewStatus'])
      item.on(signal, (...words: unknown[]) => signals.push([signal, ...words]))
    await session.getProxyObject(name, '/Menu') // the panel listens by now
    desktop.show({ lines: [], isPaused: false, needsAttention: true })
    await expect.poll(() => signals).toEqual([['NewToolTip'], ['NewStatus', 'NeedsAttention']])
  })

  test('answers every question about its menu', async () => {
    const panel = await startPanel(session)
    desktop = await open()
    await expect.poll(() => panel.items).toHaveLength(1)
    const [name = ''] = panel.items
    const object = await session.getProxyObject(name, '/Menu')
    const properties = object.getInterface('org.freedesktop.DBus.Properties')
    const menuProperty = async (of: string) =>
      (await properties['Get']!<{ value: unknown }>('com.canonical.dbusmenu', of)).value
    expect(await Promise.all(['Version', 'Status', 'TextDirection', 'IconThemePath'].map(menuProperty))).toEqual([
      3,
      'normal',
      'ltr',
      [],
    ])
    const asked = await menu(name)
    const updates: unknown[] = []
    asked.on('LayoutUpdated', (...update: unknown[]) => updates.push(update))
    desktop.show({ lines: ['a_b'], isPaused: false, needsAttention: false })
    await expect.poll(() => updates).toEqual([[2, 0]])
    type Group = [number, Record<string, { value: unknown }>][]
    const labels = async (ids: number[]) =>
      (await asked['GetGroupProperties']!<Group>(ids, [])).map(([id, { label, enabled }]) => [
        id,
        label?.value,
        enabled?.value,
      ])
    const all = [
      [1, 'a__b', false],
      [2, DESKTOP_TEXTS.en.open, true],
      [3, DESKTOP_TEXTS.en.pause, true],
    ]
    expect(await labels([])).toEqual(all)
    expect(await labels([3])).toEqual([all[2]])
    expect(await asked['GetProperty']!(2, 'label')).toMatchObject({ value: DESKTOP_TEXTS.en.open })
    expect(await asked['GetProperty']!(0, 'children-display')).toMatchObject({ value: 'submenu' })
    expect(await asked['GetProperty']!(2, 'icon')).toMatchObject({ value: '' })
    const [revision, [root, about, children]] = await asked['GetLayout']!<
      [number, [number, Record<string, { value: unknown }>, unknown[]]]
    >(0, -1, [])
    expect([revision, root, about['children-display']?.value, children.length]).toEqual([2, 0, 'submenu', 3])
    const [, [, , below]] = await asked['GetLayout']!<[number, [number, unknown, unknown[]]]>(2, -1, [])
    expect(below).toEqual([])
    expect(await asked['AboutToShow']!(0)).toBe(false)
    expect(await asked['AboutToShowGroup']!([0])).toEqual([[], []])
    expect(await asked['EventGroup']!([event(2, 'hovered'), event(2, 'clicked'), event(3, 'clicked')])).toEqual([])
    expect(done).toEqual(['open', true])
  })

  test('appears when the panel does, and again after it has restarted', async () => {
    desktop = await open()
    const other = await bus.connect()
    const first = await startPanel(other)
    await expect.poll(() => first.items).toHaveLength(1)
    other.disconnect()
    const next = await startPanel(session)
    await expect.poll(() => next.items).toEqual(first.items)
  })

  test('shows notifications, each in the place of the one before; a click opens the page', async () => {
    const service = await startNotifications(session)
    desktop = await open('fr')
    const { printer_stopped, job_unknown } = DESKTOP_TEXTS.fr.notices
    desktop.notify(printer_stopped)
    await expect.poll(() => service.shown).toEqual([{ replaces: 0, ...printer_stopped }])
    desktop.notify(job_unknown)
    await expect.poll(() => service.shown[1]).toEqual({ replaces: 7, ...job_unknown })
    service.click()
    await expect.poll(() => done).toEqual(['open'])
  })

  test('does without what the session lacks, but not without a session', async () => {
    desktop = await open()
    desktop.show({ lines: [], isPaused: false, needsAttention: false })
    desktop.notify(DESKTOP_TEXTS.en.notices.job_unknown)
    await bus.connect().then((other) => other.disconnect())
    const gone = 'unix:path=/nonexistent/bus'
    await expect(linuxDesktop({ language: 'en', actions }, gone)).rejects.toThrow('ENOENT')
  })
})

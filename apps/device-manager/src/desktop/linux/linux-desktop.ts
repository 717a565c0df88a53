import dbus, { type MessageBus } from '@particle/dbus-next'
import type { Desktop, DesktopSetup, Notice } from '../desktop.ts'
import { STATUS_TEXTS } from '../../status-page/status-texts.ts'
import { DESKTOP_TEXTS } from '../desktop-texts.ts'
import { menuFor, MENU_PATH } from './menu.ts'
import { statusItem, ITEM_PATH } from './status-item.ts'

const CONNECT_WITHIN_MS = 5_000
const WATCHER = 'org.kde.StatusNotifierWatcher'
const NOTIFICATIONS = 'org.freedesktop.Notifications'
const APPLICATION = 'postroom-device-manager'
const ICON = 'printer'
const SERVER_CHOOSES_TIMEOUT = -1

/**
 * The tray icon by StatusNotifierItem, notifications by org.freedesktop.Notifications. @param busAddress of the session bus
 * @throws Error when it does not answer
 */
export async function linuxDesktop({ language, actions }: DesktopSetup, busAddress: string): Promise<Desktop> {
  const bus = dbus.sessionBus({ busAddress })
  await connected(bus)
  bus.on('error', () => {}) // the session has ended, and the icon with it

  const texts = DESKTOP_TEXTS[language]
  const menu = menuFor(texts, actions)
  const item = statusItem({ id: APPLICATION, title: STATUS_TEXTS[language].title, icon: ICON }, actions)
  bus.export(MENU_PATH, menu.exported)
  bus.export(ITEM_PATH, item.exported)
  const name = `org.kde.StatusNotifierItem-${process.pid}-1`
  await bus.requestName(name, 0)

  /** A panel that is not there yet, or restarts, takes the icon when it appears. */
  const register = () => void call(bus, WATCHER, '/StatusNotifierWatcher', 'RegisterStatusNotifierItem', 's', [name])
  let shown = 0
  bus.on('message', ({ member, body }) => {
    if (member === 'NameOwnerChanged' && body?.[0] === WATCHER && body[2] !== '') register()
    if (member === 'ActionInvoked' && body?.[0] === shown) actions.openPage()
  })
  const watched = [`member='NameOwnerChanged',arg0='${WATCHER}'`, `member='ActionInvoked',sender='${NOTIFICATIONS}'`]
  for (const rule of watched)
    await call(bus, 'org.freedesktop.DBus', '/org/freedesktop/DBus', 'AddMatch', 's', [`type='signal',${rule}`])
  register()

  /** Each notification replaces the one before, so that they do not pile up. */
  async function notify({ title, text }: Notice): Promise<void> {
    const body = [APPLICATION, shown, ICON, title, text, ['default', texts.open], {}, SERVER_CHOOSES_TIMEOUT]
    const answer = await call(bus, NOTIFICATIONS, '/org/freedesktop/Notifications', 'Notify', 'susssasa{sv}i', body)
    if (typeof answer === 'number') shown = answer
  }

  return {
    show: (state) => {
      menu.show(state)
      item.show(state)
    },
    notify: (notice) => void notify(notice),
    close: async () => bus.disconnect(),
  }
}

function connected(bus: MessageBus): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('The session bus does not answer')), CONNECT_WITHIN_MS)
  bus.once('connect', () => resolve())
  bus.once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

/** Calls a method of a service. @returns its first result; undefined when the service is not there */
async function call(
  bus: MessageBus,
  destination: string,
  path: string,
  member: string,
  signature: string,
  body: unknown[],
): Promise<unknown> {
  const message = new dbus.Message({ destination, path, interface: destination, member, signature, body })
  const answer = await bus.call(message).catch(() => null)
  return answer?.body?.[0] as unknown
}

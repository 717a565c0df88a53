import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import dbus, { type MessageBus } from '@particle/dbus-next'

/** A session bus of its own, without the services of a desktop. */
export async function startBus() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bus-'))
  const address = `unix:path=${path.join(folder, 'bus')}`
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${address}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(daemon.stdout, 'data')
  return {
    address,
    connect: async (): Promise<MessageBus> => {
      const bus = dbus.sessionBus({ busAddress: address })
      await once(bus, 'connect')
      bus.on('error', () => {})
      return bus
    },
    stop: async (): Promise<void> => {
      const gone = once(daemon, 'exit')
      daemon.kill()
      await gone
      fs.rmSync(folder, { recursive: true })
    },
  }
}

/** The panel of a desktop, which takes the icons of programs. */
export async function startPanel(bus: MessageBus) {
  const items: string[] = []
  class Watcher extends dbus.interface.Interface {
    RegisterStatusNotifierItem(service: string): void {
      items.push(service)
    }
  }
  Watcher.configureMembers({ methods: { RegisterStatusNotifierItem: { inSignature: 's' } } })
  bus.export('/StatusNotifierWatcher', new Watcher('org.kde.StatusNotifierWatcher'))
  await bus.requestName('org.kde.StatusNotifierWatcher', 0)
  return { items }
}

export interface ShownNotice {
  replaces: number
  title: string
  text: string
}

/** The notification service of a desktop. */
export async function startNotifications(bus: MessageBus) {
  const shown: ShownNotice[] = []
  class Notifications extends dbus.interface.Interface {
    Notify(_program: string, replaces: number, _icon: string, title: string, text: string): number {
      shown.push({ replaces, title, text })
      return 7
    }
    ActionInvoked(): [number, string] {
      return [7, 'default']
    }
  }
  Notifications.configureMembers({
    methods: { Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' } },
    signals: { ActionInvoked: { signature: 'us' } },
  })
  const service = new Notifications('org.freedesktop.Notifications')
  bus.export('/org/freedesktop/Notifications', service)
  await bus.requestName('org.freedesktop.Notifications', 0)
  return { shown, click: () => void service.ActionInvoked() }
}

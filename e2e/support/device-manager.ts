import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPageKey } from '../../apps/device-manager/src/status-page/page-key.ts'
import { pageSession } from '../../apps/device-manager/src/testing/page-session.ts'
import { newSession } from './fixtures.ts'
import { freePort, type Postroom } from './postroom.ts'

const MAIN = path.join(import.meta.dirname, '../../apps/device-manager/src/main.ts')

/** A device manager installed on another computer and paired by the code it shows. */
export interface DeviceManager {
  /** The pairing code from its own status page. */
  code(): Promise<string>
  printed: string
  kill(): Promise<void>
  start(): void
}

/** Runs the device manager from its sources, or the installed `program`. */
export async function startDeviceManager(
  postroom: Postroom,
  {
    env = {},
    program: installed,
    computer = 'Reception PC',
  }: { env?: Record<string, string>; program?: string; computer?: string } = {},
): Promise<DeviceManager> {
  const folder = path.join(postroom.folder, computer)
  fs.mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const log = fs.openSync(path.join(folder, 'log'), 'a')
  let program: ChildProcess
  const start = (): void => {
    program = spawn(installed ?? process.execPath, installed ? [] : [MAIN], {
      stdio: ['ignore', log, log],
      cwd: folder,
      env: {
        ...(installed ? { HOME: folder } : process.env),
        POSTROOM_SERVER: postroom.url,
        POSTROOM_DEVICE_DIR: folder,
        POSTROOM_DEVICE_PORT: String(port),
        POSTROOM_DEVICE_ALIAS: computer,
        POSTROOM_DISCOVER: 'off', // the printers around the tests are nobody's business
        ...env,
      },
    })
  }
  start()
  return {
    code: async () => {
      for (let tries = 0; tries < 100; tries++) {
        const page = await statusPage(folder).catch(() => '')
        const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(page)?.[0]
        if (code) return code
        await sleep(100)
      }
      throw new Error('The status page shows no code')
    },
    printed: path.join(folder, 'printed'),
    kill: async () => {
      if (program.exitCode !== null || program.signalCode !== null) return
      const gone = once(program, 'exit')
      program.kill('SIGKILL')
      await gone
    },
    start,
  }
}

async function statusPage(folder: string): Promise<string> {
  const cookie = await pageSession(folder)
  const answer = await fetch(`http://127.0.0.1:${readPageKey(folder)?.port}/`, { headers: { cookie } })
  return answer.text()
}

/** Pairs the device manager by its code, as the demo user; it connects a moment later. */
export async function pairByApi(postroom: Postroom, device: DeviceManager, alias = 'Reception PC'): Promise<void> {
  const { token } = await newSession(postroom)
  const answer = await fetch(`${postroom.url}/api/iot/v1/hub`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: await device.code(), alias }),
  })
  if (!answer.ok) throw new Error(`Pairing answered ${answer.status}`)
}

/** The files of the virtual printer in a folder, oldest first, as printer kind and document: 'shipping label', 'form cn22'. */
export const papersPrinted = (folder: string): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .toSorted()
    .map((name) => name.split('-').slice(2, 4).join(' '))

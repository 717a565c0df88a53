import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Only Linux lists the sockets of a process. */
const onLinux = test.runIf(process.platform === 'linux')

let folder: string
let url: string
let device: ReturnType<typeof spawn>

/** A device manager process with an unreachable server, in a folder that existed before. */
beforeAll(async () => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-private-')), 'device')
  fs.mkdirSync(folder, { mode: 0o755 })
  device = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      POSTROOM_DEVICE_DIR: folder,
      POSTROOM_DEVICE_PORT: '0',
      POSTROOM_SERVER: 'http://127.0.0.1:9',
      POSTROOM_CUPS: 'ipp://127.0.0.1:9',
      POSTROOM_DISCOVER: 'off',
    },
  })
  let said = ''
  while (!/http:\S+/.test(said)) said += String((await once(device.stdout!, 'data')) as unknown)
  url = /http:[^\s,]+/.exec(said)![0]
})
afterAll(async () => {
  const gone = once(device, 'exit')
  device.kill()
  await gone
  fs.rmSync(path.dirname(folder), { recursive: true, force: true })
})

/** A file may be closed while the others are listed. */
function linkAt(file: string): string {
  try {
    return fs.readlinkSync(file)
  } catch {
    return ''
  }
}

const LISTENS = '0A'
/** The listening sockets of a process from the kernel: address and port in hexadecimal. */
function listeningAt(pid: number): string[] {
  const links = fs.readdirSync(`/proc/${pid}/fd`).map((fd) => linkAt(`/proc/${pid}/fd/${fd}`))
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  return ['tcp', 'tcp6'].flatMap((table) => {
    const rows = fs.readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1)
    const columns = rows.map((row) => row.trim().split(/\s+/))
    return columns.flatMap(([, at, , state, , , , , , inode]) => (state === LISTENS && own.has(inode!) ? [at!] : []))
  })
}

onLinux('listens on one port of 127.0.0.1 only, so that no other machine can reach it', async () => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  expect(listeningAt(device.pid!)).toEqual([`0100007F:${port}`])
  // proves that the test detects a socket open to everybody
  const everywhere = net.createServer().listen(0)
  await once(everywhere, 'listening')
  expect(listeningAt(process.pid).some((at) => /^0+:/.test(at))).toBe(true)
  everywhere.close()
  const others = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? [])
  for (const { address } of others.filter(({ internal }) => !internal)) {
    const reached = once(net.connect(Number(new URL(url).port), address), 'connect')
    await expect(reached).rejects.toHaveProperty('code')
  }
})

test('shows its page only to its own user, who opens it with a command', async () => {
  const stranger = await fetch(url)
  expect([stranger.status, (await stranger.text()).includes('127.0.0.1:9')]).toEqual([401, false])
  const env = { HOME: folder, POSTROOM_DEVICE_DIR: folder }
  const main = path.join(import.meta.dirname, 'main.ts')
  const said = execFileSync(process.execPath, [main, '--open'], { encoding: 'utf8', env })
  const link = /http:\S+/.exec(said)![0]
  expect(fs.readFileSync(path.join(folder, 'open.html'), 'utf8')).toMatch(/url=http:\/\/127.0.0.1:\d+\/open\?key=/)
  const opened = await fetch(link)
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
  expect(await (await fetch(url, { headers: { cookie } })).text()).toContain('127.0.0.1:9')
  const elsewhere = { ...env, POSTROOM_DEVICE_DIR: path.join(folder, 'printed') }
  const none = spawnSync(process.execPath, [main, '--open'], { encoding: 'utf8', env: elsewhere })
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('No device manager of this user is running')])
})

test('makes its files private to its user, even in an existing folder', () => {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining(['identity.pem', 'jobs.jsonl', 'lock', 'log.jsonl', 'page.json', 'printed']),
  )
  const modes = files.map((file) => [file, (fs.statSync(path.join(folder, file)).mode & 0o077).toString(8)])
  expect(modes).toEqual(files.map((file) => [file, '0']))
})

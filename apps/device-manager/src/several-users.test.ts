import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const MAIN = path.join(import.meta.dirname, 'main.ts')
/** Any two that are not root; they need no entry in /etc/passwd. */
const [ANGHARAD, BEN] = [48_211, 48_212]
type Command = [program: string, ...args: string[]]
const as = (user: number): Command => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']

/** Root can act as two users, if these can read the program. Otherwise one user has two folders. */
const hasUsers =
  process.getuid?.() === 0 &&
  spawnSync(as(BEN)[0], [...as(BEN).slice(1), 'test', '-r', MAIN, '-a', '-x', process.execPath]).status === 0
const runAs = (user: number): Command => (hasUsers ? as(user) : ['env'])

let folder: string
let programs: ChildProcess[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join('/tmp', 'postroom-users-'))
  fs.chmodSync(folder, 0o755)
  programs = []
})
afterEach(async () => {
  for (const program of programs) {
    if (program.exitCode !== null || program.signalCode !== null) continue
    const gone = once(program, 'exit')
    program.kill('SIGKILL')
    await gone
  }
  fs.rmSync(folder, { recursive: true })
})

/** Starts a device manager as a user without settings. @returns what it prints, until it is started or ends */
async function start(user: number, more: NodeJS.ProcessEnv = {}) {
  const home = path.join(folder, String(user))
  if (!fs.existsSync(home)) {
    fs.mkdirSync(home, { mode: 0o700 })
    if (hasUsers) fs.chownSync(home, user, user)
  }
  const [command, ...args] = [...runAs(user), process.execPath, MAIN]
  const program = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      POSTROOM_CUPS: 'ipp://127.0.0.1:9',
      POSTROOM_DISCOVER: 'off',
      POSTROOM_DEVICE_PORT: '18389',
      ...more,
    },
  })
  programs.push(program)
  let said = ''
  const isThere = Promise.withResolvers<void>()
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (/No server is chosen|Another device manager/.test(said)) isThere.resolve()
    })
  await Promise.race([isThere.promise, once(program, 'exit')])
  return { said, home, url: /http:[^\s,]+/.exec(said)?.[0] ?? '' }
}

describe.runIf(process.platform === 'linux')('several users of one computer', () => {
  test('each has a program, a page and files of their own', async () => {
    const [angharad, ben] = [await start(ANGHARAD), await start(BEN)]
    expect(new Set([angharad.url, ben.url]).size).toBe(2)
    for (const { url } of [angharad, ben]) expect((await fetch(url)).status).toBe(401)
    const key = path.join(angharad.home, '.postroom-device/page.json')
    expect(fs.existsSync(key)).toBe(true)
    const [command, ...args] = [...runAs(BEN), 'cat', key]
    if (hasUsers) expect(() => execFileSync(command, args, { stdio: 'pipe' })).toThrow('Permission denied')
  })

  test('one user in two sessions has one program', async () => {
    await start(ANGHARAD)
    expect((await start(ANGHARAD)).said).toContain('Another device manager is running')
  })

  test('without a server, opens the page of a session with a desktop at the first start, and only then', async () => {
    const opened = path.join(folder, 'opened')
    fs.mkdirSync(path.join(folder, 'bin'))
    fs.mkdirSync(opened, { mode: 0o777 })
    fs.chmodSync(opened, 0o777)
    const browser = path.join(folder, 'bin/xdg-open')
    fs.writeFileSync(browser, `#!/bin/sh\necho "$1" >'${opened}/'$$\n`, { mode: 0o755 })
    fs.chmodSync(browser, 0o755)
    const pages = () => fs.readdirSync(opened)
    await start(BEN)
    expect(pages()).toEqual([])
    const first = await start(ANGHARAD, { DISPLAY: ':77' })
    await expect.poll(pages, { timeout: 10_000 }).toHaveLength(1)
    expect(first.said).not.toContain('key=') // a log must not hold a link
    programs.at(-1)?.kill('SIGKILL')
    await once(programs.at(-1)!, 'exit')
    await start(ANGHARAD, { DISPLAY: ':77' })
    expect(pages()).toHaveLength(1)
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneTimeLink, readPageKey } from './status-page/page-key.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
let folder: string
let started: ChildProcess[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-program-'))
  started = []
})
afterEach(() => {
  for (const program of started) program.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  POSTROOM_DEVICE_DIR: path.join(folder, 'device'),
  POSTROOM_DEVICE_PORT: '0',
  POSTROOM_SERVER: 'http://127.0.0.1:2',
  POSTROOM_DISCOVER: 'off',
  POSTROOM_CUPS: 'ipp://127.0.0.1:2',
})

function start(args: string[] = [], more: NodeJS.ProcessEnv = {}) {
  const env = { ...environment(), ...more }
  const program = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  started.push(program)
  return { program, ended: once(program, 'exit') }
}

/** Runs the program to its end. */
async function run(args: string[], more: NodeJS.ProcessEnv = {}) {
  const { program, ended } = start(args, more)
  const [said, complained, [code]] = await Promise.all([text(program.stdout), text(program.stderr), ended])
  return { said, complained, code: code as number | null }
}

/** Waits until a running program has said this. */
async function says(program: ChildProcess, words: RegExp): Promise<string> {
  let said = ''
  for (;;) {
    if (words.test(said)) return said
    said += String(((await once(program.stdout!, 'data')) as [Buffer])[0])
  }
}

const nothingIn = (name: string) => !fs.existsSync(path.join(folder, name))

test('prints its version and its help, and starts nothing', { timeout: 60_000 }, async () => {
  expect(await run(['--version'])).toMatchObject({
    said: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    code: 0,
  })
  const help = await run(['--help'])
  expect(help).toMatchObject({ said: expect.stringMatching(/POSTROOM_SERVER/) as string, complained: '', code: 0 })
  expect(nothingIn('device')).toBe(true)
})

test('names an invalid setting, and ends with an error', { timeout: 60_000 }, async () => {
  const { complained, said, code } = await run([], { POSTROOM_DISCOVER: 'perhaps' })
  expect([said, code]).toEqual(['', 1])
  expect(complained).toMatch(/^Invalid settings .*\n {2}POSTROOM_DISCOVER: [^\n]*\n$/)
})

test('opens no page and stops nothing where nothing runs', { timeout: 60_000 }, async () => {
  const device = path.join(folder, 'device')
  expect(await run(['--open'])).toEqual({
    said: '',
    complained: `No device manager of this user is running (looked in ${device}).\n`,
    code: 1,
  })
  expect(await run(['--stop'])).toEqual({
    said: `No device manager is running in ${device}.\n`,
    complained: '',
    code: 0,
  })
})

test('says where its page is, prints a link that opens it, and stops on a signal', { timeout: 60_000 }, async () => {
  const { program, ended } = start()
  const said = await says(program, /status page http:\S+ /)
  expect(said).toMatch(
    /^Postroom device manager, status page http:\/\/127\.0\.0\.1:\d+ \(to open it, run: postroom-device-manager --open\)\n/m,
  )
  const device = path.join(folder, 'device')
  for (const file of ['identity.pem', 'page.json']) expect(fs.statSync(path.join(device, file)).mode & 0o077).toBe(0)
  expect(fs.statSync(device).mode & 0o077).toBe(0)
  const opened = await run(['--open'])
  const [, link = ''] = /within a minute:\n(\S+)\n$/.exec(opened.said) ?? []
  expect((await fetch(link)).status).toBe(200)
  const page = readPageKey(device)!
  expect((await fetch(oneTimeLink(page))).status).toBe(200)
  program.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})

test('without a server says that its page asks for it, at each start', { timeout: 60_000 }, async () => {
  for (let time = 0; time < 2; time++) {
    const { program, ended } = start([], { POSTROOM_SERVER: undefined })
    expect(await says(program, /No server/)).toContain('No server is chosen yet: the status page asks for it.\n')
    program.kill('SIGKILL')
    await ended
  }
})

/** Starts the program, waits until its page answers, and ends without it: node -e PARENT MAIN FOLDER. */
const PARENT = `
  const { spawn } = require('node:child_process')
  const fs = require('node:fs')
  const [main, folder] = process.argv.slice(1)
  const device = spawn(process.execPath, [main], { stdio: 'ignore', detached: true })
  const look = async () => {
    const { port } = JSON.parse(fs.readFileSync(folder + '/page.json', 'utf8'))
    await fetch('http://127.0.0.1:' + port)
    console.log(device.pid)
    process.exit()
  }
  setInterval(() => look().catch(() => {}), 50)`

test.each([
  ['that a server started', { POSTROOM_LOCAL_SECRET: 'secret' }],
  ['on trial', { POSTROOM_UPDATE_TRIAL: '1' }],
])('a program %s ends with the one that started it', { timeout: 60_000 }, async (_which, variables) => {
  const env = { ...environment(), ...variables }
  const args = ['-e', PARENT, MAIN, path.join(folder, 'device')]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env })
  started.push(parent)
  const pid = Number(await text(parent.stdout))
  expect(pid).toBeGreaterThan(0)
  const isRunning = () => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(false)
})

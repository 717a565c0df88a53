import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, test, type TestContext } from 'vitest'
import { everyNth } from '../packages/domain/src/testing/sweep.ts'
import { buildWeb } from './build-web.ts'

interface Row {
  pid: number
  parent: number
  command: string
}

function processes(): Row[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!)
    .map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command: command! }))
}

/** The process and all its descendants. */
function familyOf(pid: number): Row[] {
  const all = processes()
  const family = all.filter((row) => row.pid === pid)
  for (const member of family) family.push(...all.filter((row) => row.parent === member.pid))
  return family
}

const stillRunning = (family: Row[]): Row[] => {
  const all = processes()
  return family.filter(({ pid, command }) => all.some((row) => row.pid === pid && row.command === command))
}

/** `npm start` in a process group of its own, as a terminal or a supervisor runs it. */
async function npmStart(
  { onTestFinished }: TestContext,
  folder: string,
  words: RegExp,
): Promise<{ npm: ChildProcess; family: Row[] }> {
  const npm = spawn('npm', ['start'], {
    cwd: path.dirname(import.meta.dirname),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: folder, PORT: '0', POSTROOM_DEVICE_PORT: '0', POSTROOM_DISCOVER: 'off' },
  })
  onTestFinished(() => {
    for (const { pid } of stillRunning(familyOf(npm.pid!))) process.kill(pid, 'SIGKILL')
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!words.test(said)) {
    const [chunk] = (await Promise.race([once(npm.stdout, 'data'), once(npm, 'exit').then(() => [])])) as unknown[]
    if (chunk === undefined) throw new Error(`npm start ended: ${said}`)
  }
  return { npm, family: familyOf(npm.pid!) }
}

const RUNNING = /Postroom +http/
const DATABASE = /bin\/postgres/
const DEVICE_MANAGER = /device-manager\/src\/main\.ts/

// built once, so that no two starts build it at the same time
beforeAll(() => buildWeb(), 120_000)

test('builds the web app for production, also when a test begins the build', ({ expect }) => {
  const built = path.resolve(import.meta.dirname, '../apps/web/dist/build')
  const scripts = fs.readdirSync(built).filter((name) => name.endsWith('.js'))
  const texts = scripts.map((name) => fs.readFileSync(path.join(built, name), 'utf8'))
  // only React for production has it
  expect(texts.some((text) => text.includes('react.dev/errors'))).toBe(true)
})

// The tests mostly wait for processes, so they run concurrently.
test.concurrent.for<[string, (npm: ChildProcess) => boolean]>(
  everyNth(4, [
    ['SIGTERM to npm', (npm: ChildProcess) => npm.kill('SIGTERM')],
    ['Ctrl+C in the terminal, which npm repeats', (npm: ChildProcess) => process.kill(-npm.pid!, 'SIGINT')],
    ['the terminal is closed', (npm: ChildProcess) => process.kill(-npm.pid!, 'SIGHUP')],
    ['SIGTERM twice', (npm: ChildProcess) => npm.kill('SIGTERM') && npm.kill('SIGTERM')],
    ['kill -9 of npm', (npm: ChildProcess) => npm.kill('SIGKILL')],
  ]),
)('npm start: %s stops server, database and device manager', { timeout: 120_000 }, async ([, act], context) => {
  const { expect } = context
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-start-'))
  fs.chmodSync(folder, 0o755)
  const { npm, family } = await npmStart(context, folder, RUNNING)
  expect(family.filter(({ command }) => DATABASE.test(command))).not.toEqual([])
  expect(family.filter(({ command }) => DEVICE_MANAGER.test(command))).not.toEqual([])
  act(npm)
  await expect.poll(() => stillRunning(family), { timeout: 20_000, interval: 200 }).toEqual([])
  expect(fs.existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false) // stopped in order
  fs.rmSync(folder, { recursive: true })
})

test.concurrent(
  'npm start: SIGTERM while the database is being created leaves nothing running',
  { timeout: 120_000 },
  async (context) => {
    const { expect } = context
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-start-'))
    fs.chmodSync(folder, 0o755)
    const { npm } = await npmStart(context, folder, /exec node/)
    const database = path.join(folder, 'postgres')
    await expect.poll(() => fs.existsSync(path.join(database, 'postmaster.pid')), { timeout: 60_000 }).toBe(true)
    const family = familyOf(npm.pid!)
    npm.kill('SIGTERM')
    await expect.poll(() => stillRunning(family), { timeout: 20_000, interval: 200 }).toEqual([])
    expect(processes().filter(({ command }) => command.includes(database))).toEqual([])
    fs.rmSync(folder, { recursive: true })
  },
)

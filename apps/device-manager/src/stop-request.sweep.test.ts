import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { onStopRequest, stopRunning } from './stop-request.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
let folder: string
let started: ChildProcess[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-stop-'))
  started = []
})
afterEach(() => {
  for (const program of started) program.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

function start(where = folder, ...args: string[]) {
  const settings = {
    POSTROOM_DEVICE_DIR: where,
    POSTROOM_DEVICE_PORT: '0',
    POSTROOM_SERVER: 'http://127.0.0.1:2',
    POSTROOM_DISCOVER: 'off',
    POSTROOM_CUPS: 'ipp://127.0.0.1:2',
  }
  const env = { ...process.env, ...settings }
  const program = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })
  started.push(program)
  return { program, ended: once(program, 'exit') }
}

test('--stop ends the program of this folder, and leaves every other running', { timeout: 120_000 }, async () => {
  const other = path.join(folder, 'other')
  const [running, neighbour] = [start(path.join(folder, 'own')), start(other)]
  await Promise.all([running, neighbour].map(({ program }) => once(program.stdout, 'data')))
  const stopping = start(path.join(folder, 'own'), '--stop')
  const [said] = (await once(stopping.program.stdout, 'data')) as [Buffer]
  expect(said.toString()).toBe('Stopped.\n')
  expect(await running.ended).toEqual([0, null])
  expect(await stopping.ended).toEqual([0, null])
  expect(neighbour.program.exitCode).toBeNull()
  // a request that is over stops no later program
  const again = start(path.join(folder, 'own'))
  await once(again.program.stdout, 'data')
  expect(await stopRunning(path.join(folder, 'own'))).toBe(true)
  expect(await again.ended).toEqual([0, null])
})

test('stops nothing where nothing runs, and makes no folder for it', async () => {
  expect(await stopRunning(folder)).toBe(false)
  expect(await stopRunning(path.join(folder, 'none'))).toBe(false)
  expect(fs.existsSync(path.join(folder, 'none'))).toBe(false)
})

test('reports a program that does not stop, and withdraws the request', async () => {
  const unlock = lockFolder(folder)
  await expect(stopRunning(folder, 300)).rejects.toThrow(`The device manager in ${folder} does not stop.`)
  expect(fs.existsSync(path.join(folder, 'stop'))).toBe(false)
  unlock()
})

test('looks for a request four times a second, and does not keep the program running', () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const stop = vi.fn()
  onStopRequest(folder, stop)
  const [[look, everyMs] = []] = timers.mock.calls
  const [timer] = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
  timers.mockRestore()
  clearInterval(timer)
  expect([everyMs, timer?.hasRef()]).toEqual([250, false])
  look?.()
  expect(stop).not.toHaveBeenCalled()
  fs.writeFileSync(path.join(folder, 'stop'), '')
  look?.()
  expect(stop).toHaveBeenCalledTimes(1)
})

test('a request from before the start stops nothing', async () => {
  fs.writeFileSync(path.join(folder, 'stop'), '')
  const { program } = start()
  await once(program.stdout, 'data')
  await expect.poll(() => fs.existsSync(path.join(folder, 'stop'))).toBe(false)
  expect(program.exitCode).toBeNull()
})

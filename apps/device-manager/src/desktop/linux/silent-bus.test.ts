import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { linuxDesktop } from './linux-desktop.ts'

const actions = { openPage: () => {}, setPaused: () => {} }

test.runIf(process.platform === 'linux')('gives up a session bus that does not answer after five seconds', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-silent-bus-'))
  const sockets: net.Socket[] = []
  const bus = net.createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await once(bus.listen(path.join(folder, 'bus')), 'listening')
  onTestFinished(() => {
    vi.useRealTimers()
    for (const socket of sockets) socket.destroy()
    bus.close()
    fs.rmSync(folder, { recursive: true })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = linuxDesktop({ language: 'en', actions }, `unix:path=${path.join(folder, 'bus')}`)
  const failed = vi.fn()
  opening.catch(failed)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await expect(opening).rejects.toThrow('The session bus does not answer')
  expect(vi.getTimerCount()).toBe(0)
})

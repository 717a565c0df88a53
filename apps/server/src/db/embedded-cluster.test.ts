import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { clusterIn, postmasterOf } from './embedded-cluster.ts'

/** Creates and removes a file as fast as it can until terminated. */
const BLINK = `
  const fs = require('node:fs')
  const { workerData: file } = require('node:worker_threads')
  for (;;) { fs.writeFileSync(file, ''); fs.unlinkSync(file) }`

it('finds no database while its lock comes and goes', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-lock-'))
  const lock = path.join(dir, 'postmaster.pid')
  const worker = new Worker(BLINK, { eval: true, workerData: lock })
  onTestFinished(async () => {
    await worker.terminate()
    fs.rmSync(dir, { recursive: true })
  })
  await expect.poll(() => fs.existsSync(lock)).toBe(true)
  for (let looks = 0; looks < 20_000; looks++) expect(postmasterOf(dir)).toBeUndefined()
})

it('takes a path that fits into the address of a socket: 88 bytes', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-long-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const pathOf = (bytes: number) => path.join(folder, `é${'x'.repeat(bytes - Buffer.byteLength(folder) - 3)}`)
  expect((await clusterIn(pathOf(88))).dir).toBe(pathOf(88))
  await expect(clusterIn(pathOf(89))).rejects.toThrow('path is too long for a database socket')
})

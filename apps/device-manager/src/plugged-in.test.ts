import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { bytesIn, namesIn } from './plugged-in.ts'

/** Plugs a device in and out as fast as it can until terminated. */
const BLINK = `
  const fs = require('node:fs')
  const { workerData: device } = require('node:worker_threads')
  for (;;) {
    fs.mkdirSync(device)
    fs.writeFileSync(device + '/idVendor', '04f9')
    fs.rmSync(device, { recursive: true })
  }`

it('lists nothing of a device that is unplugged this moment', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-plugged-'))
  const device = path.join(folder, '1-2')
  const worker = new Worker(BLINK, { eval: true, workerData: device })
  onTestFinished(async () => {
    await worker.terminate()
    fs.rmSync(folder, { recursive: true })
  })
  await expect.poll(() => fs.existsSync(device)).toBe(true)
  for (let looks = 0; looks < 3_000; looks++) {
    expect(['', 'idVendor']).toContain(namesIn(device).join())
    expect(['', '04f9']).toContain(bytesIn(path.join(device, 'idVendor')).toString())
  }
})

it('lists the devices in their natural order', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-plugged-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const name of ['hidraw10', 'hidraw2']) fs.writeFileSync(path.join(folder, name), '')
  expect(namesIn(folder)).toEqual(['hidraw2', 'hidraw10'])
})

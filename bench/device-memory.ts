import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fakeZplOnTcp } from '../apps/device-manager/src/testing/fake-zpl.ts'
import { renderLabel } from '../packages/documents/src/label/label.ts'
import { aLabel } from '../packages/documents/src/testing/label-builder.ts'

/**
 * `npm run device-memory -- 5000`: prints 5,000 labels on a device manager's virtual printer as fast as it accepts them,
 * and reports the memory of its process in megabytes after every 100 labels. With `zpl` after the number the printer is the fake
 * ZPL printer of the device manager's tests, in this process.
 */
const [count = '5000', kind = 'virtual'] = process.argv.slice(2)
const EVERY = '100'
const LABELS = 20
const PROGRAM = path.resolve(import.meta.dirname, '../apps/device-manager/src/testing/print-many-labels.ts')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-device-memory-'))
const labels = await Promise.all(
  Array.from({ length: LABELS }, async (_, place) => {
    const { pdf } = await renderLabel(aLabel({ numbers: [`ZZ0000000${String(place).padStart(2, '0')}GB`] }))
    const file = path.join(folder, `${place}.pdf`)
    fs.writeFileSync(file, pdf)
    return file
  }),
)
const server = http.createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf' })
  response.end(fs.readFileSync(path.join(folder, path.basename(url))))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const own = path.join(folder, 'device')
fs.mkdirSync(own)
const zpl = kind === 'zpl' ? await fakeZplOnTcp({ model: 'ZD421-300', busyFor: 0, forgets: true }) : undefined
const device = spawn(
  process.execPath,
  [PROGRAM, own, origin, String(zpl?.port ?? 'virtual'), count, EVERY, ...labels],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ended = once(device, 'exit')
for await (const line of createInterface(device.stdout)) {
  const { printed, rss, heapUsed, external } = JSON.parse(line) as NodeJS.MemoryUsage & { printed: number }
  const [all, heap, outside] = [rss, heapUsed, external].map((bytes) => Math.round(bytes / 1e6))
  process.stdout.write(`${String(printed).padStart(6)} labels: rss ${all}, heap ${heap}, outside the heap ${outside}\n`)
}
await zpl?.stop()
const [code] = (await ended) as [number | null]
server.close()
fs.rmSync(folder, { recursive: true })
process.exitCode = code ?? 1

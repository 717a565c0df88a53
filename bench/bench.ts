import fs from 'node:fs'
import { parseArgs } from 'node:util'
import type { Part, Sizes } from './figure.ts'
import { machine, print, readResults, type Results } from './results.ts'

/**
 * `npm run bench`: measures every part on an idle machine, prints its figures beside their targets, and keeps them in
 * bench/results.json.
 *
 * `npm run bench -- purchases desk` measures some parts; the figures of the others stay. `--compare FILE` prints the change since
 * the results in FILE. `--shipments 100000` and the like measure less, or more.
 */
const PARTS: Record<string, () => Promise<Part>> = {
  rating: async () => (await import('./parts/rating.ts')).measureRating,
  purchases: async () => (await import('./parts/purchases.ts')).measurePurchases,
  documents: async () => (await import('./parts/documents.ts')).measureDocuments,
  batches: async () => (await import('./parts/batches.ts')).measureBatches,
  'at-size': async () => (await import('./parts/at-size.ts')).measureAtSize,
  login: async () => (await import('./parts/login.ts')).measureLogin,
  pages: async () => (await import('./parts/pages.ts')).measurePages,
  desk: async () => (await import('./parts/desk.ts')).measureDesk,
  'device-bytes': async () => (await import('./parts/device-bytes.ts')).measureDeviceBytes,
  'label-printers': async () => (await import('./parts/label-printers.ts')).measureLabelPrinters,
  start: async () => (await import('./parts/start.ts')).measureStart,
  disk: async () => (await import('./parts/disk.ts')).measureDisk,
  devices: async () => (await import('./parts/devices.ts')).measureDevices,
}

const RESULTS = new URL('results.json', import.meta.url)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    batches: { type: 'string', default: '10' },
    shipments: { type: 'string', default: '1000000' },
    addresses: { type: 'string', default: '100000' },
    devices: { type: 'string', default: '2000' },
  },
})
const sizes: Sizes = {
  seconds: Number(values.seconds),
  batches: Number(values.batches),
  shipments: Number(values.shipments),
  addresses: Number(values.addresses),
  devices: Number(values.devices),
}
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0)
  throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)

const earlier = values.compare === undefined ? {} : readResults(values.compare)
const results: Results = readResults(RESULTS)
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const measure = await PARTS[name]!()
  const figures = await measure(sizes)
  results[name] = { ...machine(), figures }
  print(name, figures, earlier[name]?.figures)
  fs.writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

import fs from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

// without its binary the decoder would download one
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fs.readFileSync(WASM)).buffer } })
const found = await readBarcodes(workerData as Uint8Array, { formats: ['DataMatrix', 'Code128', 'QRCode'] })
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(found.map(({ text }) => text))

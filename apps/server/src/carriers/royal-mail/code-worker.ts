import fs from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { READY } from '../../kept-thread.ts'

/** What the thread found on a picture, or why it found nothing. */
export type CodesAnswer = { codes: readonly string[] } | { failed: string }

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

// without its binary the decoder would download one
await prepareZXingModule({
  overrides: { wasmBinary: new Uint8Array(fs.readFileSync(WASM)).buffer },
  fireImmediately: true,
})

async function codesOn(png: Uint8Array): Promise<CodesAnswer> {
  try {
    const found = await readBarcodes(png, { formats: ['DataMatrix', 'Code128', 'QRCode'] })
    return { codes: found.map(({ text }) => text) }
  } catch (error) {
    return { failed: String(error) }
  }
}

parentPort?.on('message', (png: Uint8Array) => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void codesOn(png).then((answer) => parentPort?.postMessage(answer))
})
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(READY)

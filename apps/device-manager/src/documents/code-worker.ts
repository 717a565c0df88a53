import { parentPort, workerData } from 'node:worker_threads'
import type { PageCode } from '@postroom/contract/page-code'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A page in greys, one byte for each dot, 0 is black. */
export interface CodeTask {
  width: number
  height: number
  grey: Uint8Array
  wasm: ArrayBuffer | Uint8Array
}

/** Reads the codes of a page and ends. The decoder blocks its thread for seconds on a large sheet. */
async function read({ width, height, grey, wasm }: CodeTask): Promise<void> {
  // without its binary the decoder would download one
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const pgm = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey])
  const found = await readBarcodes(pgm, {
    formats: ['DataMatrix', 'Code128'],
    // dots are black or white, and never larger than they are
    binarizer: 'FixedThreshold',
    tryInvert: false,
    tryDownscale: false,
  })
  const codes = found.map(({ format, text }) => ({ format, text })) as PageCode[]
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(codes)
}

// the packaged program has no top-level await; a rejection ends the thread with an error
void read(workerData as CodeTask)

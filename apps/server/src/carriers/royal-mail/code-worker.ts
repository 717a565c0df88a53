import fs from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { answerTasks } from '../../answer-tasks.ts'

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
    // a picture that it cannot decode is an answer without a code
    const unread = found.find(({ isValid }) => !isValid)
    return unread ? { failed: unread.error } : { codes: found.map(({ text }) => text) }
  } catch (error) {
    return { failed: String(error) }
  }
}

answerTasks(codesOn)

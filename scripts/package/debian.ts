import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { VERSION } from '../../apps/device-manager/src/version.ts'
import { copyrightText } from '../licences.ts'
import type { Bundle } from './bundle.ts'
import { copyPubNub } from './copy-pubnub.ts'
import { makeExecutable } from './executable.ts'
import { DIST, NAME, PACKAGING, run } from './places.ts'

/** Builds the executable and the Debian package for the machine this runs on. @returns the package */
export function buildDebian(bundle: Bundle): string {
  const tree = path.join(DIST, 'deb')
  fs.cpSync(path.join(PACKAGING, 'root'), tree, { recursive: true })
  fs.cpSync(path.join(PACKAGING, 'DEBIAN'), path.join(tree, 'DEBIAN'), { recursive: true })
  const folder = path.join('usr/lib', NAME)
  fs.mkdirSync(path.join(tree, folder))
  makeExecutable(path.join(tree, folder, NAME), { bundle, node: strippedNode() })
  fs.symlinkSync(path.join('deb', folder, NAME), path.join(DIST, NAME))
  fs.mkdirSync(path.join(tree, 'usr/bin'))
  fs.symlinkSync(path.join('../lib', NAME, NAME), path.join(tree, 'usr/bin', NAME))
  copyPubNub(path.join(tree, folder))
  writeDocuments(tree, bundle)
  const architecture = run('dpkg', ['--print-architecture']).trim()
  const control = path.join(tree, 'DEBIAN/control')
  const written = fs.readFileSync(control, 'utf8')
  fs.writeFileSync(control, written.replace('@VERSION@', VERSION).replace('@ARCHITECTURE@', architecture))
  setModes(tree)
  const deb = path.join(DIST, `${NAME}_${VERSION}_${architecture}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, deb])
  return deb
}

/** Stripped before the injection, because strip would remove the injected program. */
function strippedNode(): string {
  const node = path.join(DIST, 'node')
  fs.copyFileSync(process.execPath, node)
  run('strip', [node])
  return node
}

/** The files Debian policy requires: copyright, and a compressed change log and manual page. */
function writeDocuments(tree: string, { sources }: Bundle): void {
  const documents = path.join(tree, 'usr/share/doc', NAME)
  fs.mkdirSync(documents, { recursive: true })
  fs.copyFileSync(path.join(PACKAGING, 'README.md'), path.join(documents, 'README.md'))
  fs.writeFileSync(path.join(documents, 'copyright'), copyrightText(sources))
  const maintainer = /^Maintainer: (.*)$/m.exec(fs.readFileSync(path.join(PACKAGING, 'DEBIAN/control'), 'utf8'))?.[1]
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

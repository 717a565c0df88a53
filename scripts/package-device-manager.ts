import fs from 'node:fs'
import path from 'node:path'
import { bundle } from './package/bundle.ts'
import { buildDebian } from './package/debian.ts'
import { DIST, ROOT } from './package/places.ts'
import { signingFrom } from './package/sign-windows.ts'
import { buildWindows } from './package/windows.ts'

/**
 * Builds the device manager: the Debian package for the machine this runs on, or with `--windows` the executable and the
 * installers for Windows.
 */
fs.rmSync(DIST, { recursive: true, force: true })
fs.mkdirSync(DIST)
const bundled = await bundle(DIST)
const built = process.argv.includes('--windows')
  ? Object.values(buildWindows(bundled, { folder: DIST, signing: signingFrom(process.env) }))
  : [buildDebian(bundled)]
for (const file of built)
  process.stdout.write(`${path.relative(ROOT, file)} (${Math.round(fs.statSync(file).size / 1e6)} MB)\n`)

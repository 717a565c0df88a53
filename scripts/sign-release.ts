import { createHash, createPrivateKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeManifest, type ReleaseFile } from '../apps/device-manager/src/update/release.ts'
import { VERSION } from '../apps/device-manager/src/version.ts'

/**
 * Writes the signed manifest of this version to standard output. A server reads it from `DATA_DIR/device-manager.json`.
 * Each file of the release is given by its platform, its kind, its place on disk and its address.
 */

const [keyFile, ...given] = process.argv.slice(2)
const WORDS_PER_FILE = 4
if (!keyFile || given.length === 0 || given.length % WORDS_PER_FILE !== 0) {
  process.stderr.write('node scripts/sign-release.ts KEY.pem (PLATFORM KIND FILE URL)...\n')
  process.exit(1)
}
const files = Array.from({ length: given.length / WORDS_PER_FILE }, (_, index) => {
  const [platform = '', kind = '', file = '', url = ''] = given.slice(index * WORDS_PER_FILE)
  const content = fs.readFileSync(path.resolve(file))
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { platform, kind: kind as ReleaseFile['kind'], url, sha256, size: content.length }
})
const release = { version: VERSION, published: new Date().toISOString(), files }
process.stdout.write(`${writeManifest(release, createPrivateKey(fs.readFileSync(keyFile)))}\n`)

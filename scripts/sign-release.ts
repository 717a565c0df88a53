import { createHash, createPrivateKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeManifest } from '../apps/device-manager/src/update/release.ts'
import { VERSION } from '../apps/device-manager/src/version.ts'

/** Writes the signed manifest of this version to standard output. A server reads it from `DATA_DIR/device-manager.json`. */

const [keyFile, file, url] = process.argv.slice(2)
if (!keyFile || !file || !url) {
  process.stderr.write('node scripts/sign-release.ts KEY.pem FILE URL\n')
  process.exit(1)
}
const content = fs.readFileSync(path.resolve(file))
const sha256 = createHash('sha256').update(content).digest('hex')
const release = { version: VERSION, url, sha256, size: content.length, published: new Date().toISOString() }
process.stdout.write(`${writeManifest(release, createPrivateKey(fs.readFileSync(keyFile)))}\n`)

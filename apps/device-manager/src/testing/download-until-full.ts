import { downloadRelease } from '../update/download-release.ts'
import type { ReleaseFile } from '../update/release.ts'

/** Downloads a file of a release under `ulimit -S -f`, as on a full disk: node download-until-full.ts FILE FOLDER. */
const [file = '', folder = ''] = process.argv.slice(2)
const result = await downloadRelease(JSON.parse(file) as ReleaseFile, folder, new AbortController().signal)
process.stdout.write(JSON.stringify(result))

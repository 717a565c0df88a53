import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const TEXT = /\.(?:js|css|html|json|svg)$/

/** Writes each text file also in brotli and gzip, beside it: the server sends what the browser takes. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = path.resolve(root, build.outDir)),
    // not called when a test builds without writing
    async writeBundle() {
      const names = await fs.readdir(folder, { recursive: true })
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(path.join(folder, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await fs.readFile(file)
  await Promise.all([
    brotli(bytes).then((smaller) => fs.writeFile(`${file}.br`, smaller)),
    gzip(bytes, { level: 9 }).then((smaller) => fs.writeFile(`${file}.gz`, smaller)),
  ])
}

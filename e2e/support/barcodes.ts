import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What two independent decoders read on the first page of a PDF, as it would leave a 300 dpi printer. */
export function decodedFrom(pdf: string): { dataMatrix: string; code128: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-scan-'))
  try {
    execFileSync('pdftoppm', ['-r', '300', '-gray', '-singlefile', pdf, path.join(folder, 'page')])
    const page = path.join(folder, 'page.pgm')
    const read = (tool: string, args: string[]): string =>
      execFileSync(tool, [...args, page], { encoding: 'utf8' }).trim()
    return {
      dataMatrix: read('dmtxread', ['-N1', '-m8000']),
      code128: read('zbarimg', ['-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable']),
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The symbols that two independent decoders read on the first page of a PDF printed at 300 dpi. */
export const decodedFrom = (pdf: string): { dataMatrix: string; code128: string } =>
  scanned(pdf, (page) => ({ dataMatrix: read('dmtxread', ['-N1', '-m8000', page]), code128: code128On(page) }))

/** The Code 128 of a document without other barcodes. */
export const code128In = (pdf: string): string => scanned(pdf, code128On)

const code128On = (page: string): string =>
  read('zbarimg', ['-q', '--raw', '--nodbus', '-S*.disable', '-Scode128.enable', page])

const read = (tool: string, args: string[]): string => execFileSync(tool, args, { encoding: 'utf8' }).trim()

function scanned<Result>(pdf: string, look: (page: string) => Result): Result {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-scan-'))
  try {
    execFileSync('pdftoppm', ['-r', '300', '-gray', '-singlefile', pdf, path.join(folder, 'page')])
    return look(path.join(folder, 'page.pgm'))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

import fs from 'node:fs'
import os from 'node:os'
import { isMet, type Figure } from './figure.ts'

/** The last figures of each part, with the machine that measured them. */
export type Results = Record<string, Machine & { figures: Figure[] }>

interface Machine {
  date: string
  processor: string
  cores: number
  memory_gb: number
  system: string
  node: string
}

export const machine = (): Machine => ({
  date: new Date().toISOString(),
  processor: os.cpus()[0]!.model.trim(),
  cores: os.cpus().length,
  memory_gb: Math.round(os.totalmem() / 1e9),
  system: `${os.type()} ${os.release()}`,
  node: process.version,
})

/** Empty when nothing was measured yet. */
export const readResults = (file: string | URL): Results =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Results) : {}

/** Prints a part's figures with their targets, and the change since `earlier`. */
export function print(part: string, figures: readonly Figure[], earlier: readonly Figure[] = []): void {
  process.stdout.write(`\n${part}\n`)
  for (const { row, name, value, unit, target } of figures) {
    const before = earlier.find((figure) => figure.name === name)?.value
    const cells = [
      String(row ?? '').padStart(3),
      name.padEnd(56),
      `${round(value)} ${unit}`.padStart(16),
      (target ? targetText(target) : '').padStart(10),
      target ? (isMet(value, target) ? 'met' : 'not met').padEnd(8) : ''.padEnd(8),
      before === undefined ? '' : `${round(value / before)} × before`,
    ]
    process.stdout.write(`${cells.join(' ').trimEnd()}\n`)
  }
}

const targetText = (target: NonNullable<Figure['target']>): string =>
  'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3))

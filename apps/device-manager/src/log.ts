import fs from 'node:fs'
import path from 'node:path'
import type { PrintJob, Printer } from '@postroom/contract/device-messages'

const FILE_LIMIT_BYTES = 512 * 1024
const LINES_SHOWN = 200

/**
 * A log of events that users copy and send to support. It contains only the fields named here: no titles, no names or
 * addresses of people or of the network, no codes, grants or links.
 */
export type LogFacts =
  | { event: 'start'; version: string; node: string; platform: string }
  | { event: 'connection'; state: string; problem?: string }
  | { event: 'printers'; printers: Pick<Printer, 'driver' | 'state' | 'reasons'>[] }
  | { event: 'job'; job_id: string; kind: PrintJob['kind']; state: PrintJob['state']; error?: string }
  | { event: 'pause'; paused: boolean }
  | { event: 'release'; look: string }
  | { event: 'update'; version: string; step: string }
  | { event: 'bug'; name: string; where: string }

export interface Log {
  write: (facts: LogFacts) => void
  /** The last lines, oldest first, JSON each. */
  lines: () => readonly string[]
}

/** Keeps the log in a folder: one file, and the previous one once it is full. A full disk does not stop printing. */
export function openLog(folder: string, now: () => Date): Log {
  const file = path.join(folder, 'log.jsonl')
  const before = path.join(folder, 'log.1.jsonl')
  let last = ''
  const lines = [...linesOf(before), ...linesOf(file)].slice(-LINES_SHOWN)
  return {
    write: (facts) => {
      // each state of a job is logged once
      const text = JSON.stringify(facts)
      if (text === last) return
      last = text
      const line = JSON.stringify({ time: now().toISOString(), ...facts })
      lines.push(line)
      lines.splice(0, lines.length - LINES_SHOWN)
      try {
        if (sizeOf(file) > FILE_LIMIT_BYTES) fs.renameSync(file, before)
        fs.appendFileSync(file, `${line}\n`, { mode: 0o600 })
      } catch {
        // the line is still shown until the process ends
      }
    },
    lines: () => lines,
  }
}

const linesOf = (file: string): string[] =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0

export const printersFacts = (printers: readonly Printer[]): LogFacts => ({
  event: 'printers',
  printers: printers.map(({ driver, state, reasons }) => ({ driver, state, reasons })),
})

export const jobFacts = ({ job_id, kind, state, error }: PrintJob): LogFacts => ({
  event: 'job',
  job_id,
  kind,
  state,
  ...(error && { error: error.code }),
})

/** Drops messages of errors, which may contain anything, and paths of files, which may contain the name of a user. */
export function bugFacts(error: unknown): LogFacts {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const places = [...stack.matchAll(/([\w.-]+:\d+:\d+)\)?$/gm)].map(([, place]) => place)
  return { event: 'bug', name: error instanceof Error ? error.name : typeof error, where: places.slice(0, 5).join(' ') }
}

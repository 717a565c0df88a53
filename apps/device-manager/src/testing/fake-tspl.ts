import type { DotPage } from '../documents/pdf-to-dots.ts'
import { fakeLabelWork, type Fault, type FakeWorkSetting } from './fake-label-work.ts'
import { printerOnTcp } from './printer-on-tcp.ts'
import { pageOf } from './zpl-graphic-reader.ts'

// Written from TSC's programming manual, without code of the driver.

export interface FakeTsplSetting extends FakeWorkSetting {
  dpi?: 203 | 300
  /** Answers nothing, like a cheap printer, or nothing once it has a label. */
  silent?: 'always' | 'with a label'
  /** Also answers `ESC ! S`. */
  hasLongStatus?: boolean
  dropsAfter?: number
}

const SHORT: Partial<Record<Fault, number>> = { 'head open': 1, jam: 2, 'paper out': 4, 'ribbon out': 8, paused: 0x10 }
const WORDS: Partial<Record<Fault, readonly [byte: number, bit: number]>> = {
  'paper out': [3, 1],
  jam: [3, 2],
  'ribbon out': [3, 4],
  'too hot': [2, 1],
  cutter: [2, 8],
  defect: [2, 0x10],
}
/** Lines that may stand before the picture. */
const LINE =
  /^(?:SIZE [\d.]+ mm,[\d.]+ mm|GAP [03] mm,0 mm|BLINE 3 mm,0 mm|SET RIBBON (?:ON|OFF)|DIRECTION 0,0|REFERENCE 0,0|CLS)$/

/** A TSPL printer that records what it prints, and what a real one would misprint in `wrongs`. */
export function fakeTspl(setting: FakeTsplSetting = {}) {
  const work = fakeLabelWork(setting)
  const wrongs: string[] = []
  const lines: string[] = []
  let held = Buffer.alloc(0)
  let picture: DotPage | undefined
  let size: { width: number; height: number } | undefined

  function short(): Buffer {
    const faults = [...work.faults].reduce((sum, fault) => sum | (SHORT[fault] ?? 0), 0)
    const isBusy = work.waiting() > 0 || work.isPrinting()
    const byte = faults | (isBusy && faults === 0 ? 0x20 : 0)
    work.move()
    return Buffer.of(byte)
  }

  function long(): Buffer {
    const message = work.isPresented() ? 'L' : work.faults.has('paused') ? '`' : work.faults.size > 0 ? 'E' : '@'
    const bytes = Buffer.from(`\x02${work.isPrinting() && message === '@' ? 'P' : message}@@@\x03\r\n`)
    for (const fault of work.faults) {
      const [at, bit] = WORDS[fault] ?? [1, 0]
      bytes[1 + at] = bytes[1 + at]! | bit
    }
    return bytes
  }

  /** The picture of a command, whose bits are white where they are set; undefined while it is incomplete. */
  function readBitmap(command: string, from: number): { end: number } | undefined {
    const [x, y, stride = 0, height = 0, mode] = command.slice('BITMAP '.length).split(',').map(Number)
    const end = from + stride * height
    if (held.length < end + 2) return undefined
    if (x !== 0 || y !== 0 || mode !== 0 || !size) wrongs.push(`the picture ${command}`)
    if (held.subarray(end, end + 2).toString() !== '\r\n')
      wrongs.push('a picture that is longer or shorter than it says')
    const rows = held.subarray(from, end).map((byte) => ~byte)
    try {
      picture = pageOf(Buffer.from(rows), stride, size?.width)
      if (picture.height !== size?.height) wrongs.push('a picture longer or shorter than its label')
    } catch (error) {
      wrongs.push(String(error))
    }
    return { end: end + 2 }
  }

  function obey(line: string): void {
    lines.push(line)
    const [, width, height] = /^SIZE ([\d.]+) mm,([\d.]+) mm$/.exec(line)?.map(Number) ?? []
    if (width !== undefined && height !== undefined) {
      const inDots = (mm: number) => Math.round((mm / 25.4) * (setting.dpi ?? 203))
      size = { width: inDots(width), height: inDots(height) }
    }
    if (line === 'PRINT 1,1' && picture) {
      work.receive(picture)
      picture = undefined
    } else if (!LINE.test(line)) wrongs.push(`the line ${line.slice(0, 40)}`)
  }

  /** The rest of the held bytes from the first command that is incomplete. */
  function take(say: (bytes: Buffer) => void): void {
    for (;;) {
      if (held[0] === 0x1b) {
        if (held.length < 3) return
        const isSilent = setting.silent === 'always' || (setting.silent === 'with a label' && work.received() > 0)
        if (held[2] === 0x3f && !isSilent) say(short())
        if (held[2] === 0x53 && !isSilent && setting.hasLongStatus) say(long())
        held = held.subarray(3)
        continue
      }
      const bitmap = /^BITMAP \d+,\d+,\d+,\d+,\d+,/.exec(held.toString('latin1', 0, 60))
      if (bitmap) {
        const read = readBitmap(bitmap[0].slice(0, -1), bitmap[0].length)
        if (!read) return
        held = held.subarray(read.end)
        continue
      }
      const end = held.indexOf('\r\n')
      if (end < 0 || held.toString('latin1', 0, 7) === 'BITMAP ') return
      obey(held.toString('latin1', 0, end))
      held = held.subarray(end + 2)
    }
  }

  return {
    ...work,
    wrongs,
    lines,
    /** What it holds is gone. */
    turnOffAndOn: () => {
      held = Buffer.alloc(0)
      picture = undefined
      work.discard()
    },
    connect: (say: (bytes: Buffer) => void, turnOff: () => void) => {
      let bytes = 0
      return (part: Buffer): void => {
        bytes += part[0] === 0x1b ? 0 : part.length
        const isOver = bytes >= (setting.dropsAfter ?? Infinity)
        held = Buffer.concat([held, isOver ? part.subarray(0, 1) : part])
        take(say)
        if (isOver) turnOff()
      }
    },
  }
}

export async function fakeTsplOnTcp(setting: FakeTsplSetting = {}) {
  const printer = fakeTspl(setting)
  return { ...printer, ...(await printerOnTcp(printer.connect)) }
}

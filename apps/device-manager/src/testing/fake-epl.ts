import type { DotPage } from '../documents/pdf-to-dots.ts'
import { printerOnTcp } from './printer-on-tcp.ts'
import { pageOf } from './zpl-graphic-reader.ts'

/** An EPL2 printer such as the LP 2844, from its maker's manual. It answers nothing. */
export function fakeEpl() {
  const printed: DotPage[] = []
  const wrongs: string[] = []
  const lines: string[] = []
  let held = Buffer.alloc(0)
  let [width, height] = [0, 0]
  let picture: DotPage | undefined

  function obey(line: string): void {
    lines.push(line)
    const [, name = '', value = ''] = /^(N|q|Q|P|ZT)(.*)$/.exec(line) ?? []
    if (name === '' && line !== '') wrongs.push(`the line ${line.slice(0, 40)}`)
    if (['N', 'q', 'Q'].includes(name)) picture = undefined // they erase it
    if (name === 'q') width = Number(value)
    if (name === 'Q') height = Number(value.split(',')[0])
    if (name !== 'P') return
    if (value !== '1' || !picture) wrongs.push(`the line ${line} ${picture ? '' : 'without a picture'}`)
    if (picture) printed.push(picture)
    picture = undefined
  }

  function take(part: Buffer): void {
    held = Buffer.concat([held, part])
    for (;;) {
      const command = /^GW0,0,(\d+),(\d+),/.exec(held.toString('latin1', 0, 40))
      if (command) {
        const [stride, rows] = [Number(command[1]), Number(command[2])]
        const end = command[0].length + stride * rows
        if (held.length < end) return
        const bits = held.subarray(command[0].length, end).map((byte) => ~byte)
        if (rows !== height) wrongs.push('a picture longer or shorter than its label')
        picture = pageOf(Buffer.from(bits), stride, width)
        held = held.subarray(end)
        continue
      }
      const end = held.indexOf('\n')
      if (end < 0 || held.toString('latin1', 0, 2) === 'GW') return
      obey(held.toString('latin1', 0, end))
      held = held.subarray(end + 1)
    }
  }

  return { printed, wrongs, lines, connect: () => take }
}

export async function fakeEplOnTcp() {
  const printer = fakeEpl()
  return { ...printer, ...(await printerOnTcp(printer.connect)) }
}

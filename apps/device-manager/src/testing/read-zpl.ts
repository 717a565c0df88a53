import type { DotPage } from '../documents/pdf-to-dots.ts'

/** The pictures that ZPL stores before it prints them (`~DG`), as the CUPS driver writes them, with the number of copies of each. */
export function readZpl(bytes: Buffer): (DotPage & { copies: number })[] {
  const stored = /~DGR:CUPS\.GRF,(\d+),(\d+),([^~^]*)\^XA([^~]*?)\^XZ/g
  return [...bytes.toString('latin1').matchAll(stored)].map(([, total = '', stride = '', data = '', label = '']) => {
    const digits = digitsOf(data, Number(stride) * 2).padEnd(Number(total) * 2, '0')
    const black = Uint8Array.from(
      Array.from(digits).flatMap((digit) => [8, 4, 2, 1].map((bit) => (parseInt(digit, 16) & bit ? 1 : 0))),
    )
    const copies = Number(/\^PQ(\d+)/.exec(label)?.[1] ?? 1)
    return { width: Number(stride) * 8, height: Number(total) / Number(stride), black, copies }
  })
}

/** Hexadecimal digits: G to Y repeat the next 1 to 19 times, g to z 20 to 400 times, a comma ends a line, a colon repeats one. */
function digitsOf(data: string, perLine: number): string {
  const lines: string[] = []
  let [line, times] = ['', 0]
  for (const sign of data.replaceAll(/\s/g, '')) {
    if (sign >= 'G' && sign <= 'Y') times += sign.charCodeAt(0) - 0x46
    else if (sign >= 'g' && sign <= 'z') times += (sign.charCodeAt(0) - 0x66) * 20
    else {
      if (sign === ':') line = lines.at(-1) ?? ''.padEnd(perLine, '0')
      else if (sign === ',') line = line.padEnd(perLine, '0')
      else line += sign.repeat(times || 1)
      times = 0
      if (line.length >= perLine) {
        lines.push(line.slice(0, perLine))
        line = line.slice(perLine)
      }
    }
    if (sign === ':') line = ''
  }
  return lines.join('')
}

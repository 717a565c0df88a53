import type { DotPage } from '../documents/pdf-to-dots.ts'
import { pageOf, readGraphic } from './zpl-graphic-reader.ts'

/** The pictures that ZPL stores before it prints them (`~DG`), as the CUPS driver writes them, with the number of copies of each. */
export function readZpl(bytes: Buffer): (DotPage & { copies: number })[] {
  const stored = /~DGR:CUPS\.GRF,(\d+),(\d+),([^~^]*)\^XA(.*?)\^XZ/gs
  return [...bytes.toString('latin1').matchAll(stored)].map(([, total = '', stride = '', data = '', label = '']) => {
    const rows = readGraphic(data, Number(stride), Number(total))
    return { ...pageOf(rows, Number(stride)), copies: Number(/\^PQ(\d+)/.exec(label)?.[1] ?? 1) }
  })
}

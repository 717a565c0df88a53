/** A TrueType font with its places of glyphs. */
interface Source {
  tables: ReadonlyMap<string, Buffer>
  /** The outline of a glyph. */
  outline: (id: number) => Buffer
  /** The width and left side bearing of a glyph. */
  metrics: (id: number) => Buffer
}

const sources = new WeakMap<Buffer, Source>()

/**
 * The TrueType font `bytes` with only the glyphs `ids`, in this order, and after them the parts of composite glyphs.
 * It has only the tables that a PDF reader needs (ISO 32000-1, section 9.9); codes are mapped to glyphs by the PDF.
 */
export function subsetOf(bytes: Buffer, ids: readonly number[]): Buffer {
  const source = sources.get(bytes) ?? sourceOf(bytes)
  sources.set(bytes, source)
  const all = [...ids]
  const outlines: Buffer[] = []
  for (let at = 0; at < all.length; at++) outlines.push(renumbered(source.outline(all[at]!), all))
  const loca = Buffer.alloc((all.length + 1) * 2)
  let length = 0
  for (const [at, outline] of outlines.entries()) {
    length += outline.length
    loca.writeUInt16BE(length / 2, (at + 1) * 2)
  }
  const head = Buffer.from(source.tables.get('head')!)
  head.writeInt16BE(0, 50) // places of glyphs are written short
  const hhea = Buffer.from(source.tables.get('hhea')!)
  hhea.writeUInt16BE(all.length, 34)
  const maxp = Buffer.from(source.tables.get('maxp')!)
  maxp.writeUInt16BE(all.length, 4)
  const hmtx = Buffer.concat(all.map((id) => source.metrics(id)))
  return fontFile({ glyf: Buffer.concat(outlines), head, hhea, hmtx, loca, maxp })
}

function sourceOf(bytes: Buffer): Source {
  const tables = new Map<string, Buffer>()
  for (let at = 12; at < 12 + bytes.readUInt16BE(4) * 16; at += 16) {
    const [start, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(start, start + length))
  }
  const [glyf, loca, hmtx] = [tables.get('glyf')!, tables.get('loca')!, tables.get('hmtx')!]
  // our fonts are small enough for short places
  const place = (id: number): number => loca.readUInt16BE(id * 2) * 2
  const full = tables.get('hhea')!.readUInt16BE(34)
  return {
    tables,
    outline: (id) => glyf.subarray(place(id), place(id + 1)),
    metrics: (id) => {
      if (id < full) return hmtx.subarray(id * 4, id * 4 + 4)
      const bearing = full * 4 + (id - full) * 2
      return Buffer.concat([hmtx.subarray((full - 1) * 4, (full - 1) * 4 + 2), hmtx.subarray(bearing, bearing + 2)])
    },
  }
}

/** Flags of a part of a composite glyph. */
const WORDS = 1
const SCALE = 8
const MORE = 32
const TWO_SCALES = 64

/** An outline; the parts of a composite glyph are numbered as in `all`, which gets those it lacks. */
function renumbered(outline: Buffer, all: number[]): Buffer {
  const copy = Buffer.from(outline)
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return copy
  for (let at = 10, flags = MORE; (flags & MORE) !== 0;) {
    flags = copy.readUInt16BE(at)
    const part = copy.readUInt16BE(at + 2)
    if (!all.includes(part)) all.push(part)
    copy.writeUInt16BE(all.indexOf(part), at + 2)
    // none of our fonts has a part with a matrix
    const scales = (flags & TWO_SCALES) !== 0 ? 4 : (flags & SCALE) !== 0 ? 2 : 0
    at += 4 + ((flags & WORDS) !== 0 ? 4 : 2) + scales
  }
  return copy
}

/** Puts tables together, in the order of their names, each at a multiple of four bytes. */
function fontFile(tables: Record<string, Buffer>): Buffer {
  const named = Object.entries(tables)
  const power = Math.floor(Math.log2(named.length))
  const directory = Buffer.alloc(12 + named.length * 16)
  directory.writeUInt32BE(0x0001_0000, 0)
  directory.writeUInt16BE(named.length, 4)
  directory.writeUInt16BE(16 << power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE((named.length - (1 << power)) * 16, 10)
  const parts: Buffer[] = [directory]
  let start = directory.length
  for (const [at, [name, table]] of named.entries()) {
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(padded)
    directory.write(name, 12 + at * 16, 'latin1')
    directory.writeUInt32BE(sumOf(padded), 16 + at * 16)
    directory.writeUInt32BE(start, 20 + at * 16)
    directory.writeUInt32BE(table.length, 24 + at * 16)
    parts.push(padded)
    start += padded.length
  }
  return Buffer.concat(parts)
}

function sumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

import { fontOf, type FontFace, type PlacedGlyph } from './fonts.ts'
import type { PdfFile } from './pdf-file.ts'
import { subsetOf } from './subset-font.ts'

/** Of a range in a character map: the codes of one range have the same first byte. */
const RANGE = 256

/** The glyphs of a face that one document uses. Glyphs have codes in the order of their first use. */
export class EmbeddedFont {
  readonly #face: FontFace
  readonly #codes = new Map<number, string>()
  /** By code; code 0 is the missing glyph, which is never shown. */
  readonly #glyphs: PlacedGlyph[] = [{ id: 0, width: 600, advance: 600, codePoints: [0] }]

  constructor(face: FontFace) {
    this.#face = face
  }

  /** The code of a glyph, in hexadecimal. */
  codeOf(glyph: PlacedGlyph): string {
    const known = this.#codes.get(glyph.id)
    if (known !== undefined) return known
    const code = hex4(this.#glyphs.length)
    this.#codes.set(glyph.id, code)
    this.#glyphs.push(glyph)
    return code
  }

  /** Adds the font with its used glyphs to a file. @returns its reference */
  addTo(file: PdfFile): string {
    const { bytes, font } = fontOf(this.#face)
    const scaled = (units: number): number => (units * 1000) / font.unitsPerEm
    const ids = this.#glyphs.map(({ id }) => id)
    const name = `/${tagOf(ids)}+${font.postscriptName}`
    const { minX, minY, maxX, maxY } = font.bbox
    const program = subsetOf(bytes, ids)
    const descriptor = file.add(
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${[minX, minY, maxX, maxY].map(scaled).join(' ')}]` +
        ` /ItalicAngle 0 /Ascent ${scaled(font.ascent)} /Descent ${scaled(font.descent)}` +
        ` /CapHeight ${scaled(font.capHeight)} /XHeight ${scaled(font.xHeight)} /StemV 0` +
        ` /FontFile2 ${file.addStream(program, `/Length1 ${program.length}`)} >>`,
    )
    const glyphs = file.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name}` +
        ' /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>' +
        ` /FontDescriptor ${descriptor} /CIDToGIDMap /Identity /W [0 [${this.#glyphs.map(({ width }) => width).join(' ')}]] >>`,
    )
    return file.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${glyphs}]` +
        ` /ToUnicode ${file.addStream(Buffer.from(this.#characterMap()))} >>`,
    )
  }

  /** Maps codes to characters, for reading the text of the document. */
  #characterMap(): string {
    const texts = this.#glyphs.map(({ codePoints }) => {
      const utf16 = Buffer.from(String.fromCodePoint(...codePoints), 'utf16le').swap16()
      return `<${utf16.toString('hex')}>`
    })
    const ranges: string[] = []
    for (let first = 0; first < texts.length; first += RANGE) {
      const some = texts.slice(first, first + RANGE)
      ranges.push(`1 beginbfrange\n<${hex4(first)}> <${hex4(first + some.length - 1)}> [${some.join('')}]\nendbfrange`)
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${ranges.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
  }
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** Six capitals that differ between sets of glyphs, because printers may keep fonts by name. */
function tagOf(ids: readonly number[]): string {
  let sum = 0
  for (const id of ids) sum = (sum * 31 + id) % 26 ** 6
  return Array.from({ length: 6 }, (_, at) => String.fromCodePoint(65 + (Math.floor(sum / 26 ** at) % 26))).join('')
}

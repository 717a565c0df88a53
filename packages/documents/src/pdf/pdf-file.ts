import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Written as `12 0 R`. */
type Reference = `${number} 0 R`

const HEADER = '%PDF-1.5\n%\u00ff\u00ff\u00ff\u00ff\n'

/**
 * A PDF file as numbered objects. Objects without a stream are compressed together, which halves a label (ISO 32000-1,
 * sections 7.5.7 and 7.5.8).
 */
export class PdfFile {
  /** By number less one: the text of an object to pack, or the bytes of one that stands alone. */
  readonly #objects: (string | Buffer)[] = []

  /** Adds an object. @returns its reference */
  add(object: string | Buffer): Reference {
    this.#objects.push(object)
    return `${this.#objects.length} 0 R`
  }

  /** A reference to an object that is put later. */
  reserve(): Reference {
    return this.add('null')
  }

  put(reference: Reference, object: string | Buffer): void {
    this.#objects[Number.parseInt(reference, 10) - 1] = object
  }

  /** Adds a stream, compressed. `entries` are further entries of its dictionary. */
  addStream(content: Buffer, entries = ''): Reference {
    return this.add(streamOf(content, entries))
  }

  /** The whole file. */
  bytes({ root, info }: { root: Reference; info: Reference }): Buffer {
    const packed = this.#objects.flatMap((object, at) => (typeof object === 'string' ? [at] : []))
    const container = this.#objects.length
    const objects = [...this.#objects, this.#packed(packed)]
    const entries: [type: number, second: number, third: number][] = [[0, 0, 65_535]]
    const written: Buffer[] = [Buffer.from(HEADER, 'latin1')]
    let offset = written[0]!.length
    for (const [at, object] of objects.entries()) {
      if (typeof object === 'string') {
        entries.push([2, container + 1, packed.indexOf(at)])
        continue
      }
      entries.push([1, offset, 0])
      const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
      written.push(whole)
      offset += whole.length
    }
    entries.push([1, offset, 0])
    const digest = createHash('sha256').update(Buffer.concat(written)).digest('hex').slice(0, 32)
    const trailer = `/Type /XRef /W [1 3 2] /Size ${entries.length} /Root ${root} /Info ${info} /ID [<${digest}> <${digest}>]`
    const table = Buffer.alloc(entries.length * 6)
    for (const [at, [type, second, third]] of entries.entries()) {
      table.writeUInt8(type, at * 6)
      table.writeUIntBE(second, at * 6 + 1, 3)
      table.writeUInt16BE(third, at * 6 + 4)
    }
    written.push(
      Buffer.from(`${entries.length - 1} 0 obj\n`),
      streamOf(table, trailer),
      Buffer.from(`\nendobj\nstartxref\n${offset}\n%%EOF\n`),
    )
    return Buffer.concat(written)
  }

  /** The objects without a stream, in one stream: first their numbers and places, then their texts. */
  #packed(packed: readonly number[]): Buffer {
    let [places, texts] = ['', '']
    for (const at of packed) {
      places += `${at + 1} ${texts.length} `
      texts += `${String(this.#objects[at])}\n`
    }
    const entries = `/Type /ObjStm /N ${packed.length} /First ${places.length}`
    return streamOf(Buffer.from(places + texts, 'latin1'), entries)
  }
}

function streamOf(content: Buffer, entries: string): Buffer {
  const data = deflateSync(content)
  const dictionary = `<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(dictionary), data, Buffer.from('\nendstream')])
}

import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The part of a connection that COPY needs; the driver's types lack the last two. */
interface Wire {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * The rows of a table in COPY format, as a stream of bytes. The driver calls its methods with the messages of the database.
 * @throws on the stream, when the database rejects the copy
 */
export class CopyOut extends Readable {
  /** How many rows were copied; known when the stream has ended. */
  rows = 0
  readonly #statement: string
  #wire: Wire | undefined

  constructor(client: pg.Client, table: string) {
    super()
    this.#statement = `copy ${table} to stdout`
    client.query(this)
  }

  submit(wire: unknown): void {
    this.#wire = wire as Wire
    this.#wire.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // the driver reuses its buffer, so the stream gets a copy
    if (!this.push(Buffer.from(chunk))) this.#wire?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text)
  }

  handleReadyForQuery(): void {
    this.#wire?.stream.resume() // the stream is finished, but the next query uses the connection
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }
}

/** Writes the bytes of a `CopyOut` into a table. @throws on the stream, when the database rejects them */
export class CopyIn extends Writable {
  /** How many rows were written; known when the stream has finished. */
  rows = 0
  readonly #statement: string
  readonly #client: pg.Client
  #wire: Wire | undefined
  #next: () => void = () => {}

  constructor(client: pg.Client, table: string) {
    super()
    this.#statement = `copy ${table} from stdin`
    this.#client = client
  }

  override _construct(ready: () => void): void {
    this.#next = ready
    queueMicrotask(() => this.#client.query(this)) // the fields of the class are set by then
  }

  submit(wire: unknown): void {
    this.#wire = wire as Wire
    this.#wire.query(this.#statement)
  }

  handleCopyInResponse(): void {
    this.#next()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#wire?.sendCopyFromChunk(chunk)
    if (this.#wire?.stream.writableNeedDrain) this.#wire.stream.once('drain', done)
    else done()
  }

  override _final(done: () => void): void {
    this.#next = done
    this.#wire?.endCopyFrom()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text)
  }

  handleReadyForQuery(): void {
    this.#next()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** `COPY 42` */
const rowsIn = (commandTag: string): number => Number(commandTag.split(' ')[1])

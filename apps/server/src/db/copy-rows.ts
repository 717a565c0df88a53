import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The part of a connection that COPY needs; the types of the driver leave the last two out. */
interface Wire {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * The rows of a table as PostgreSQL writes them, to be read as a stream of bytes. Its methods are those by which the driver
 * hands over what the database says. @throws on the stream, when the database refuses
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
    // the driver uses its buffer again, so what waits in the stream must be a copy
    if (!this.push(Buffer.from(chunk))) this.#wire?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text)
  }

  handleReadyForQuery(): void {
    this.#wire?.stream.resume() // nobody reads this stream any more, but the next query uses the connection
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }
}

/** Takes what `CopyOut` gave and writes it into a table. @throws on the stream, when the database refuses */
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

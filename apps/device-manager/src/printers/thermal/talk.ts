import type { PrinterConnection } from '../printer-connection.ts'

/** Questions and answers over a connection. Rejects once the connection is broken. */
export interface Talk {
  /** Sends a question. Resolves with what `read` finds in the bytes that follow; undefined when it finds nothing in time. */
  ask<Answer>(question: string | Uint8Array, read: (bytes: Buffer) => Answer | undefined): Promise<Answer | undefined>
  send(bytes: Uint8Array): Promise<void>
}

/** Longer than any answer. A printer that sends more is not one that was asked. */
const ANSWER_BYTES_MAX = 16_384

/** @param limitMs how long a printer may take to answer */
export function talkOver(connection: PrinterConnection, limitMs: number): Talk {
  return {
    send: (bytes) => connection.write(bytes),
    ask: async (question, read) => {
      await connection.read(0) // an answer that came too late
      await connection.write(Buffer.from(question))
      const until = performance.now() + limitMs
      let held = Buffer.alloc(0)
      while (held.length < ANSWER_BYTES_MAX) {
        const more = await connection.read(Math.max(0, until - performance.now()))
        if (!more) return undefined
        held = Buffer.concat([held, more])
        const answer = read(held)
        if (answer !== undefined) return answer
      }
      return undefined
    },
  }
}

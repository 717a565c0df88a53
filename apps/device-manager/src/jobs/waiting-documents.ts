import fs from 'node:fs'
import path from 'node:path'
import type { AnnouncedDocument } from '../documents/download-document.ts'

/** A downloaded document, on disk until it is printed. */
export interface KeptDocument {
  read(): Promise<Uint8Array>
  forget(): void
}
export type FetchDocument = (document: AnnouncedDocument, signal: AbortSignal) => Promise<KeptDocument>

type Download = (document: AnnouncedDocument, signal: AbortSignal) => Promise<Uint8Array>

const FETCHED_AT_ONCE = 4
/** About ten thousand labels. Documents of later jobs wait for room. */
const KEPT_MAX_BYTES = 1_073_741_824

/**
 * Downloads documents in order as soon as their job is accepted: a link expires after five minutes, and a job may wait for
 * an hour. Their folder is emptied at each start, because interrupted jobs do not resume.
 * A smaller `maxBytes` is for tests.
 */
export function waitingDocuments(folder: string, download: Download, maxBytes = KEPT_MAX_BYTES): FetchDocument {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const turns: (() => void)[] = []
  const fetching = { count: 0, bytes: 0 }
  let last = 0

  const hasRoom = (): boolean => fetching.count < FETCHED_AT_ONCE && fetching.bytes < maxBytes

  function nextTurns(): void {
    while (turns.length > 0 && hasRoom()) {
      fetching.count++
      turns.shift()?.()
    }
  }

  function keep(pdf: Uint8Array): KeptDocument {
    const file = path.join(folder, `${++last}.pdf`)
    fs.writeFileSync(file, pdf, { mode: 0o600 })
    fetching.bytes += pdf.length
    let isKept = true
    return {
      read: () => fs.promises.readFile(file),
      forget: () => {
        if (!isKept) return
        isKept = false
        fetching.bytes -= pdf.length
        fs.rmSync(file, { force: true })
        nextTurns()
      },
    }
  }

  return async (document, signal) => {
    const turn = Promise.withResolvers<void>()
    turns.push(turn.resolve)
    nextTurns()
    await turn.promise
    try {
      signal.throwIfAborted()
      return keep(await download(document, signal))
    } finally {
      fetching.count--
      nextTurns()
    }
  }
}

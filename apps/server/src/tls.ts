import fs from 'node:fs'
import tls from 'node:tls'
import type { Config } from './settings.ts'
import type { Log } from './log.ts'

/** How often the files are looked at. A renewed certificate is put there weeks before the old one ends. */
const LOOK_EVERY_MS = 10_000

/** Paths of PEM files. */
export interface TlsFiles {
  certificate: string
  key: string
}

export interface TlsPair {
  cert: Buffer
  key: Buffer
  minVersion: 'TLSv1.2'
}

/** The files with which this server ends TLS itself, when they are set. */
export const tlsFilesOf = ({ TLS_CERTIFICATE, TLS_KEY }: Config): TlsFiles | undefined =>
  TLS_CERTIFICATE && TLS_KEY ? { certificate: TLS_CERTIFICATE, key: TLS_KEY } : undefined

/** @throws Error with a sentence for the person at the terminal */
export function readTls({ certificate, key }: TlsFiles): TlsPair {
  try {
    const pair: TlsPair = { cert: fs.readFileSync(certificate), key: fs.readFileSync(key), minVersion: 'TLSv1.2' }
    tls.createSecureContext(pair)
    return pair
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TLS_CERTIFICATE and TLS_KEY cannot be used: ${reason}`, { cause: error })
  }
}

/**
 * Uses new files for new connections as soon as both are there; until then, and when they cannot be used, the old ones.
 * @returns stops it
 */
export function renewTls(server: object, files: TlsFiles, log: Log, everyMs = LOOK_EVERY_MS): () => Promise<void> {
  const renew = (): void => {
    try {
      if (server instanceof tls.Server) server.setSecureContext(readTls(files))
      log.info({}, 'the certificate was renewed')
    } catch (error) {
      log.error({ err: error }, 'the renewed certificate cannot be used yet; the old one stays')
    }
  }
  const paths = [files.certificate, files.key]
  // by their dates: programs that renew certificates replace files, or the links to them
  for (const path of paths) fs.watchFile(path, { interval: everyMs, persistent: false }, renew)
  return async () => {
    for (const path of paths) fs.unwatchFile(path, renew)
  }
}

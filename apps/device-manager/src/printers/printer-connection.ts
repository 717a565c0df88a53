/** A connection to a printer. Reads and writes reject once it is broken. */
export interface PrinterConnection {
  write(bytes: Uint8Array): Promise<void>
  /** The bytes received; undefined when none arrive in time. */
  read(withinMs: number): Promise<Uint8Array | undefined>
  /** Sends what was written, then closes. */
  close(): void
}

/** Error codes of Linux for a device file that another program has open, or that this user may not open. */
const REASONS: Record<string, string> = { EBUSY: 'in-use', EACCES: 'no-access', EPERM: 'no-access' }

/** The state reason of a printer to which no connection could be opened. */
export const reasonNotOpened = (error: unknown): string =>
  (error instanceof Error && 'code' in error && REASONS[String(error.code)]) || 'offline'

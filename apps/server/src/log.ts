/** Structured log lines in pino's form: `facts` name no person, `message` says what happened. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** The installation needs a person now. */
  fatal(facts: object, message: string): void
}

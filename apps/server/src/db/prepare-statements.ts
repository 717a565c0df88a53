import pg from 'pg'
import { sqlStateOf, STALE_PLAN } from './sql-state.ts'

/** More than the application has, apart from lists. */
const MOST_PREPARED = 400
/** The best way to read a list depends on what is searched for, so a list is planned each time. */
const LIST = /\blimit\b/i

type Query = (this: pg.ClientBase, ...asked: unknown[]) => Promise<pg.QueryResult>

/**
 * Makes a connection prepare each statement when it is first sent: PostgreSQL then parses and plans it once, which is half of
 * its work for a purchase.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const send = (...asked: unknown[]) => (pg.Client.prototype.query as Query).apply(client, asked)
  let names = new Map<string, string>()
  let round = 0
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size === MOST_PREPARED || LIST.test(text)) return known
    const name = `${round}.${names.size}`
    names.set(text, name)
    return name
  }
  const sendPrepared = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = nameOf(text)
    if (name === undefined) return send(text, values)
    const isAlone = client.getTransactionStatus() === 'I'
    try {
      return await send({ name, text, values })
    } catch (error) {
      if (sqlStateOf(error) !== STALE_PLAN) throw error
      names = new Map()
      round++
      if (isAlone) return send(text, values)
      throw error // the transaction is aborted, and retried
    }
  }
  client.query = ((asked: unknown, values?: unknown[], ...rest: unknown[]) =>
    typeof asked === 'string' && values && values.length > 0 && rest.length === 0
      ? sendPrepared(asked, values)
      : send(asked, values, ...rest)) as typeof client.query
}

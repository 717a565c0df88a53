import { callbackify } from 'node:util'
import pg from 'pg'
import { TIME_OUTS } from './time-outs.ts'

type Query = (this: pg.ClientBase, ...asked: unknown[]) => Promise<pg.QueryResult>

type Answer = (error: Error | null, result: pg.QueryResult) => void

const BEGINS = /^(?:begin|start transaction)\b/i

/**
 * For a pooler that gives each transaction another connection to the database: whatever was set on a connection would be
 * found by the next client of the pooler. So every transaction sets its time-outs and its organisation for itself, in the
 * message that begins it, and a query outside a transaction gets one of its own.
 *
 * @param organisationOf the organisation whose rows a client may see now
 */
export function setInEachTransaction(
  client: pg.PoolClient,
  organisationOf: (client: pg.PoolClient) => string | undefined,
): void {
  const send = (...asked: unknown[]) => (pg.Client.prototype.query as Query).apply(client, asked)
  const begin = (text: string) => {
    const organisation = organisationOf(client)
    const settings = { ...TIME_OUTS, ...(organisation !== undefined && { 'app.organisation': organisation }) }
    const set = Object.entries(settings).map(
      ([name, value]) => `set local ${name} = ${pg.escapeLiteral(String(value))}`,
    )
    return send([text, ...set].join('; '))
  }
  const alone = async (asked: unknown[]) => {
    await begin('begin')
    try {
      const result = await send(...asked)
      await send('commit')
      return result
    } catch (error) {
      await send('rollback').catch(() => {}) // a lost connection has nothing to roll back
      throw error
    }
  }
  const ask = (asked: unknown[]): Promise<pg.QueryResult> => {
    if (client.getTransactionStatus() !== 'I') return send(...asked)
    const [text] = asked
    return typeof text === 'string' && BEGINS.test(text) ? begin(text) : alone(asked)
  }
  client.query = ((...asked: unknown[]) => {
    const answer = asked.at(-1) // a pool asks with a callback
    return typeof answer === 'function' ? callbackify(() => ask(asked.slice(0, -1)))(answer as Answer) : ask(asked)
  }) as typeof client.query
}

import type { Db } from '../../db/database.ts'
import type { Seal } from '../../sealed-text.ts'
import { clickAndDropApi, type ClickAndDropApi } from './click-and-drop-api.ts'
import { pauseCalls, reserveCall, type Connection } from './connection.store.ts'
import { turnTaker } from './send-call.ts'

/** What the adapter needs of the installation. */
export interface ClickAndDrop {
  db: Db
  seal: Seal
  /** Address of the interface, without a slash at its end. */
  url: string
  /** How long an order that is not found may still appear; a quarter of an hour where nothing else is said. */
  horizon_ms?: number
  /** How long one call may take. */
  answer_ms?: number
}

/** The interface with one key: all server processes share its five calls a second. */
export const apiFor = ({ db, url, answer_ms }: ClickAndDrop, { id, key }: Connection): ClickAndDropApi =>
  clickAndDropApi({
    url,
    key,
    answerWithinMs: answer_ms,
    takeTurn: turnTaker((mostMs) => reserveCall(db, id, mostMs)),
    pause: (forMs) => pauseCalls(db, id, forMs),
  })

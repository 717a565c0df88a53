import type { Db } from '../../db/database.ts'
import type { Seal } from '../../sealed-text.ts'
import { clickAndDropApi, type ClickAndDropApi } from './click-and-drop-api.ts'
import { callLine } from '../royal-mail/call-line.store.ts'
import type { RoyalMailTracking } from '../royal-mail-tracking/tracking-api.ts'
import type { Connection } from './connection.store.ts'

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
  /** The interface that knows where items are; Click & Drop does not. */
  tracking?: RoyalMailTracking | undefined
}

/** Royal Mail refuses more than five calls a second with one key. */
const MS_BETWEEN_CALLS = 200

/** How a key is sent. */
export const keyHeader = (key: string) => ({ authorization: `Bearer ${key}` })

/** The interface with one key: all server processes share its five calls a second. */
export const apiFor = ({ db, url, answer_ms }: ClickAndDrop, { id, key }: Connection): ClickAndDropApi =>
  clickAndDropApi({
    url,
    headers: keyHeader(key),
    answerWithinMs: answer_ms,
    line: callLine(db, `click-and-drop ${id}`, MS_BETWEEN_CALLS),
  })

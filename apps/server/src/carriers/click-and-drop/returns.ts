import type { CarrierReturns, ReturnOrder, ReturnOutcome } from '../carrier-port.ts'
import type { MadeReturn } from './answers.ts'
import { checkLabel, type UsableLabel } from '../royal-mail/check-label.ts'
import { apiFor, type ClickAndDrop } from './connected-api.ts'
import { connectionOf } from './connection.store.ts'
import { createReturn } from './create-return.ts'
import { readQrCode } from './read-qr-code.ts'

const NOT_CONNECTED = { kind: 'refused', reason: 'This account is not connected to Click & Drop.' } as const
const NO_LABEL = 'Royal Mail made no return label that can be printed.'

/**
 * Return labels of Click & Drop. The interface has no keys for them and finds none again: one whose answer is lost stays
 * unknown. One that cannot be printed is refused, although the carrier has it: nobody uses it, so it costs nothing.
 */
export function clickAndDropReturns(installation: ClickAndDrop): CarrierReturns {
  const { db, seal } = installation
  return {
    async services(accountId) {
      const connection = await connectionOf(db, seal, accountId)
      if (!connection) return NOT_CONNECTED
      const found = await apiFor(installation, connection).returnServices()
      return found.kind === 'ok' ? { kind: 'listed', services: found.value } : found
    },

    async make(ref, order) {
      const connection = await connectionOf(db, seal, order.account_id)
      if (!connection) return NOT_CONNECTED
      const made = await apiFor(installation, connection).makeReturn(createReturn(ref, order))
      return made.kind === 'ok' ? outcomeOf(made.value, order) : made
    },
  }
}

async function outcomeOf(
  { number, label, qrCode }: MadeReturn & { number: string },
  order: ReturnOrder,
): Promise<ReturnOutcome> {
  const usable = await usableLabel(label ?? '', number, order)
  if ('unusable' in usable) return { kind: 'refused', reason: usable.unusable }
  const { label: pdf, width_mm, height_mm } = usable
  const qr = qrCode === undefined ? undefined : await readQrCode(qrCode)
  return { kind: 'made', number, label: { pdf, width_mm, height_mm, pages: 1 }, ...(qr && { qr }) }
}

/** A return label is checked as a label that is sold. */
const usableLabel = (
  label: string,
  number: string,
  { content: stock }: ReturnOrder,
): Promise<UsableLabel | { unusable: string }> =>
  checkLabel(Buffer.from(label, 'base64'), { stock, items: 1, numbers: [number] }).catch(() => ({ unusable: NO_LABEL }))

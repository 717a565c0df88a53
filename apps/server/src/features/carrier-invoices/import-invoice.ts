import { INVOICE_LINES_MAX } from '@postroom/contract/carrier-invoice'
import { toPence } from '@postroom/domain/money'
import { matchInvoice, type MatchedLine } from '@postroom/domain/purchase/match-invoice'
import { createHash } from 'node:crypto'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { findAccountById } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findByFile, hasNumber, insertInvoice, insertLines, lockInvoices } from './carrier-invoice.store.ts'
import { findItems, type InvoiceScope } from './purchased-item.store.ts'
import { readInvoice, type ReadLine } from './read-invoice.ts'

type Invoice = InvoiceScope & { number: string }

/**
 * Imports an invoice and matches it with what was bought; no money moves. The same file again is the first import.
 *
 * @returns its id, and whether it was imported before
 * @throws AppError as `readInvoice`, and `invoice_number_taken`, `not_found` when the account does not exist
 */
export function importInvoice(context: Context, user: SignedInUser, invoice: Invoice, text: string) {
  const read = readInvoice(text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return act(context, user, async (tx, actor): Promise<{ id: string; isReplayed: boolean }> => {
    const { carrier: carrier_code, account_id, number } = invoice
    await lockInvoices(tx)
    const earlier = await findByFile(tx, carrier_code, sha256)
    if (earlier) return { id: earlier.id, isReplayed: true }
    if (await hasNumber(tx, carrier_code, number)) throw new AppError('invoice_number_taken')
    await refuseUnknown(context, tx, invoice)
    const matched = await match(tx, invoice, read)
    const { dateFrom: first_day, dateTo: last_day } = invoice
    const facts = { carrier_code, number, carrier_account_id: account_id, first_day, last_day, sha256 }
    const id = await insertInvoice(tx, { ...facts, imported_by: actor.id })
    await insertLines(
      tx,
      matched.map((line, at) => ({ invoice_id: id, carrier_code, ...storedLine(number, read, line, at + 1) })),
    )
    const details = { number, lines: read.length, differ: matched.filter(({ outcome }) => outcome !== 'agrees').length }
    const { organisation_id, id: user_id } = actor
    await recordAudit(tx, { organisation_id, user_id, event: 'carrier_invoice_imported', subject: id, details })
    return { id, isReplayed: false }
  })
}

async function refuseUnknown({ carriers }: Context, tx: Tx, { carrier, account_id }: Invoice): Promise<void> {
  if (!(carrier in carriers)) throw new AppError('not_found')
  if (account_id === null) return
  const account = await findAccountById(tx, account_id)
  if (account?.carrier_code !== carrier) throw new AppError('not_found')
}

async function match(tx: Tx, invoice: Invoice, read: readonly ReadLine[]): Promise<MatchedLine[]> {
  const most = 2 * INVOICE_LINES_MAX
  const items = await findItems(tx, invoice, [...new Set(read.map(({ item_number }) => item_number))], most + 1)
  if (items.length > most) throw new AppError('too_many_lines', { details: { limit: most } })
  const byShipment = new Map(items.filter((item) => item.has_one_item).map((item) => [item.purchase_id, item.item_no]))
  const lines = read.map(({ item_number, net, vat }) => ({
    item_no: byShipment.get(item_number.toLowerCase()) ?? item_number,
    gross: toPence(net + vat),
  }))
  return matchInvoice(lines, items, invoice.account_id)
}

function storedLine(number: string, read: readonly ReadLine[], matched: MatchedLine, position: number) {
  const { line, item_no, outcome, purchase_id, expected } = matched
  const given = line === null ? undefined : read[line]
  return {
    position,
    row_number: given?.row ?? null,
    item_no,
    service: given?.service ?? '',
    posted_on: given?.date || null,
    weight_g: given?.weight_g ? Number(given.weight_g) : null,
    net: given?.net ?? toPence(0),
    vat: given?.vat ?? toPence(0),
    expected,
    outcome,
    purchase_id,
    reference: `${number}/${given?.row ?? `missing ${position}`}`,
  }
}

import { STATEMENT_LINES_MAX } from '@postroom/contract/bank-statement'
import { fieldError } from '@postroom/contract/field-errors'
import type { FieldError } from '@postroom/contract/errors'
import { isCalendarDate } from '@postroom/domain/calendar'
import { AppError } from '../../app-error.ts'
import { find, findAll, readXml, textAt, type XmlElement } from './read-xml.ts'
import {
  ACCOUNT_MAX,
  AMOUNT_MAX,
  bankText,
  PAYER_MAX,
  penceOf,
  TEXT_MAX,
  type IgnoredEntry,
  type ReadStatement,
  type StatementLine,
} from './statement-line.ts'

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:02|08)$/

/**
 * The entries of a camt.053 file, of all its statements and accounts. Only booked credits in pounds are lines.
 *
 * @throws AppError `bank_statement_unreadable`; `invalid_request` with each bad entry as `{entry}.{element}`; `too_many_lines`
 */
export function readCamt(xml: string): ReadStatement {
  const root = readXml(xml)
  if (root.name !== 'Document' || !NAMESPACE.test(root.uri)) throw new AppError('bank_statement_unreadable')
  const statements = findAll(root, 'BkToCstmrStmt', 'Stmt')
  const entries = statements.flatMap((statement) => {
    const account = accountOf(statement)
    return findAll(statement, 'Ntry').flatMap((entry) => partsOf(entry).map((part) => ({ account, entry, ...part })))
  })
  if (entries.length > STATEMENT_LINES_MAX)
    throw new AppError('too_many_lines', { details: { limit: STATEMENT_LINES_MAX } })
  const read = entries.map(readPart)
  const problems = read.flatMap((part) => ('problem' in part ? [part.problem] : []))
  if (problems.length > 0) throw new AppError('invalid_request', { fields: problems })
  return {
    lines: read.flatMap((part) => ('line' in part ? [part.line] : [])),
    ignored: read.flatMap((part) => ('ignored' in part ? [part.ignored] : [])),
  }
}

const accountOf = (statement: XmlElement): string =>
  bankText(textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'), ACCOUNT_MAX)

/** One transfer of an entry: the entry itself, or one of the transfers that the bank booked as one sum. */
interface Part {
  details: XmlElement | undefined
  amount: XmlElement | undefined
  bank_reference: string
}

function partsOf(entry: XmlElement): Part[] {
  const details = findAll(entry, 'NtryDtls', 'TxDtls')
  const sum = find(entry, 'Amt')
  const reference = textAt(entry, 'AcctSvcrRef')
  const parts = details.map((one, at) => ({
    details: one,
    amount: find(one, 'Amt') ?? find(one, 'AmtDtls', 'TxAmt', 'Amt'),
    bank_reference: textAt(one, 'Refs', 'AcctSvcrRef') || (reference && `${reference}/${at + 1}`),
  }))
  if (parts.length > 1 && addUp(parts, sum)) return parts
  const [only] = details
  const own = details.length === 1 ? textAt(only, 'Refs', 'AcctSvcrRef') : ''
  return [{ details: only, amount: sum, bank_reference: reference || own }]
}

/** Whether the transfers are the whole sum, in its currency: else the entry is read as one. */
function addUp(parts: readonly Part[], sum: XmlElement | undefined): boolean {
  const amounts = parts.map(({ amount }) => penceOf(amount?.text ?? ''))
  const isOneCurrency = parts.every(({ amount }) => amount?.attributes['Ccy'] === sum?.attributes['Ccy'])
  return isOneCurrency && amounts.reduce<number>((total, one) => total + (one ?? NaN), 0) === penceOf(sum?.text ?? '')
}

type Read = { line: StatementLine } | { ignored: IgnoredEntry } | { problem: FieldError }

function readPart(part: Part & { account: string; entry: XmlElement }, at: number): Read {
  const { account, entry, details, amount: written } = part
  const problem = (element: string, code: 'required' | 'invalid_amount' | 'invalid_date' | 'not_allowed'): Read => ({
    problem: fieldError(`${at + 1}.${element}`, code),
  })
  if (account === '') return problem('Acct', 'required')
  const booked_on = dayOf(find(entry, 'BookgDt')) || dayOf(find(entry, 'ValDt'))
  if (!isCalendarDate(booked_on)) return problem('BookgDt', 'invalid_date')
  const amount = penceOf(written?.text ?? '')
  const currency = written?.attributes['Ccy'] ?? ''
  const reason = reasonToIgnore(entry, currency, amount)
  if (reason !== undefined)
    return {
      ignored: { account, day: booked_on, amount: bankText(`${written?.text ?? ''} ${currency}`, AMOUNT_MAX), reason },
    }
  if (textAt(entry, 'CdtDbtInd') !== 'CRDT') return problem('CdtDbtInd', 'not_allowed')
  if (amount === undefined || amount < 0) return problem('Amt', 'invalid_amount')
  const text = bankText(textsOf(entry, details).join(' / '), TEXT_MAX)
  const payer = bankText(payerOf(details), PAYER_MAX)
  return { line: { account, booked_on, amount, text, payer, bank_reference: bankText(part.bank_reference, TEXT_MAX) } }
}

const dayOf = (date: XmlElement | undefined): string =>
  textAt(date, 'Dt').slice(0, 10) || textAt(date, 'DtTm').slice(0, 10)

function reasonToIgnore(
  entry: XmlElement,
  currency: string,
  amount: number | undefined,
): IgnoredEntry['reason'] | undefined {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (status !== 'BOOK') return 'not_booked'
  if (/^(?:true|1)$/.test(textAt(entry, 'RvslInd'))) return 'reversal'
  if (textAt(entry, 'CdtDbtInd') === 'DBIT') return 'debit'
  if (currency !== 'GBP') return 'other_currency'
  return amount === 0 ? 'no_amount' : undefined
}

/** Every text that may contain the payer's reference. */
function textsOf(entry: XmlElement, details: XmlElement | undefined): string[] {
  const of = (...path: string[]) => (details ? findAll(details, ...path).map(({ text }) => text) : [])
  const found = [
    ...of('RmtInf', 'Ustrd'),
    ...of('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...of('RmtInf', 'Strd', 'AddtlRmtInf'),
    ...of('Refs', 'EndToEndId').filter((text) => text !== 'NOTPROVIDED'),
    ...of('AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  ]
  return [...new Set(found)].filter((text) => text !== '')
}

/** In version 08 a party may be an organisation or a person below `Pty`. */
const payerOf = (details: XmlElement | undefined): string =>
  textAt(details, 'RltdPties', 'Dbtr', 'Nm') || textAt(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm')

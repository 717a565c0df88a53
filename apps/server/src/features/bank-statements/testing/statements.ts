import type { BankLine, listBankLines } from '@postroom/contract/bank-statement'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'

/** A signed-in user. */
interface Caller {
  post(path: string, body: object): Promise<LightMyRequestResponse>
  get(path: string): Promise<LightMyRequestResponse>
  send(path: string, file: string, type: string): Promise<LightMyRequestResponse>
}

/** An entry of a statement; by default a booked credit in pounds of 20 November 2026. */
export interface Entry {
  amount: string
  text?: string
  payer?: string
  currency?: string
  side?: 'CRDT' | 'DBIT'
  status?: string
  day?: string
  isReversal?: boolean
  reference?: string
  /** Instead of the text: the elements below `NtryDtls`. */
  details?: string
}

export const IBAN = 'GB33BUKB20201555555555'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const detailsOf = ({ text = '', payer }: Entry): string =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    ${payer === undefined ? '' : `<RltdPties><Dbtr><Nm>${escaped(payer)}</Nm></Dbtr></RltdPties>`}
    <RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls>`

const written = (entry: Entry, version: string): string => {
  const { amount, currency = 'GBP', side = 'CRDT', status = 'BOOK', day = '2026-11-20', isReversal, reference } = entry
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>
    ${isReversal ? '<RvslInd>true</RvslInd>' : ''}
    <Sts>${version === '02' ? status : `<Cd>${status}</Cd>`}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>
    ${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
    <NtryDtls>${entry.details ?? detailsOf(entry)}</NtryDtls></Ntry>`
}

/** The statement of one account. */
export const statement = (entries: readonly Entry[], { iban = IBAN, version = '08' } = {}): string =>
  `<Stmt><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries.map((entry) => written(entry, version)).join('')}</Stmt>`

/** A camt.053 file of these statements. */
export const camt = (statements: readonly string[], version = '08'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`

/** Imports a camt.053 file. */
export const importXml = (by: Pick<Caller, 'send'>, xml: string) =>
  by.send('/stamp/v1/bankstatement', xml, 'application/xml')

/** Imports entries of one account. */
export const importEntries = (by: Pick<Caller, 'send'>, entries: readonly Entry[]) =>
  importXml(by, camt([statement(entries)]))

/** The first hundred lines, newest first. */
export const linesOf = async (
  by: Pick<Caller, 'get'>,
  state: 'open' | 'confirmed' | 'set_aside',
): Promise<BankLine[]> =>
  (await by.get(`/stamp/v1/bankline?length=100&state=${state}`)).json<AnswerOf<typeof listBankLines>>().data

/** The line with this text, whatever its state. */
export async function lineOf(by: Pick<Caller, 'get'>, text: string): Promise<BankLine> {
  const lines = await Promise.all((['open', 'confirmed', 'set_aside'] as const).map((state) => linesOf(by, state)))
  return lines.flat().find((line) => line.text === text)!
}

export const confirm = (by: Pick<Caller, 'post'>, line: string, proposal: string) =>
  by.post(`/stamp/v1/bankline/${line}/confirm`, { proposal })

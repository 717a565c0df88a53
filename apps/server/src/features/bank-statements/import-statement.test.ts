import type { StatementImport } from '@postroom/contract/bank-statement'
import type { ErrorBody } from '@postroom/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { aCustomer, anOperator, type Caller } from '../../testing/operators.ts'
import { camt, IBAN, importEntries, importXml, linesOf, statement, type Entry } from './testing/statements.ts'

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(0)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

const counts = (answer: LightMyRequestResponse) => {
  const { imported, repeated, ignored } = answer.json<StatementImport>()
  return [imported, repeated, ignored]
}
const reasons = (answer: LightMyRequestResponse) =>
  answer.json<StatementImport>().ignored_entries.map(({ reason }) => reason)
const fieldsOf = (answer: LightMyRequestResponse) =>
  answer.json<ErrorBody>().fields?.map(({ field, code }) => `${field}: ${code}`)
const codeOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().code
const kept = async (start: string) => (await linesOf(operator, 'open')).filter(({ text }) => text.startsWith(start))
const importCsv = (csv: string, account = 'csv') => operator.send(`/stamp/v1/bankstatement/csv?account=${account}`, csv)

const part = (amount: string, text: string) =>
  `<TxDtls><AmtDtls><TxAmt><Amt Ccy="GBP">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
const many = (count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ amount: '1.00', text: 'many', reference: `many-${at}` }))

const bookedAsOne = (amount: string, reference: string): Entry => ({
  amount,
  reference,
  details: part('1.00', 'part 1') + part('2.00', 'part 2'),
})

describe('camt.053', () => {
  it.each(['02', '08'])(
    'keeps booked credits in pounds of version %s, and says why it ignores the others',
    async (version) => {
      const entries: Entry[] = [
        { amount: '12.30', text: `${version} first & last`, payer: 'A B', reference: `${version}-1` },
        { amount: '1.00', side: 'DBIT' },
        { amount: '1.00', isReversal: true },
        { amount: '1.00', status: 'PDNG' },
        { amount: '1.00', currency: 'EUR' },
        { amount: '0.00' },
      ]
      const answer = await importXml(operator, camt([statement(entries, { version })], version))
      expect(counts(answer)).toEqual([1, 0, 5])
      expect(reasons(answer)).toEqual(['debit', 'reversal', 'not_booked', 'other_currency', 'no_amount'])
      expect(await kept(version)).toMatchObject([
        {
          account: IBAN,
          day: '2026-11-20',
          amount: 12_30,
          text: `${version} first & last`,
          payer: 'A B',
          verdict: 'none',
        },
      ])
    },
  )

  it('reads every statement and account of a file', async () => {
    const entry = { amount: '7.00', text: 'accounts', reference: 'same' }
    const second = statement([entry], { iban: 'GB94BARC10201530093459' })
    expect(counts(await importXml(operator, camt([statement([entry]), second])))).toEqual([2, 0, 0])
    expect(new Set((await kept('accounts')).map(({ account }) => account)).size).toBe(2)
  })

  it('reads transfers that the bank booked as one sum one by one, when they add up', async () => {
    expect(counts(await importEntries(operator, [bookedAsOne('3.00', 'sum-1'), bookedAsOne('4.00', 'sum-2')]))).toEqual(
      [3, 0, 0],
    )
    expect((await kept('part')).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([1_00, 2_00, 4_00])
  })

  test.each([
    ['no XML', 'date,amount\n2026-11-20,1'],
    ['an unfinished file', camt([]).slice(0, -3)],
    ['another message', camt([]).replace('camt.053', 'camt.052')],
    ['another version', camt([], '04')],
    ['an entity of its own', `<!DOCTYPE Document [<!ENTITY a "aaaa">]>${camt([]).split('?>')[1]}`],
    ['an unknown entity', camt(['<Stmt>&boom;</Stmt>'])],
    ['elements within elements', camt(['<a>'.repeat(40) + '</a>'.repeat(40)])],
    ['nothing', '<!-- -->'],
  ])('refuses %s', async (_what, xml) => {
    const answer = await importXml(operator, xml)
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'bank_statement_unreadable'])
  })

  it('names each entry that it cannot read, and keeps nothing of the file', async () => {
    const answer = await importEntries(operator, [
      { amount: '5.00', text: 'unkept' },
      { amount: '1.005', text: 'unkept' },
      { amount: '-1.00', text: 'unkept' },
      { amount: '1.00', day: '2026-02-30' },
      { amount: '1.00', side: 'BOTH' as 'CRDT' },
    ])
    const expected = ['2.Amt: invalid_amount', '3.Amt: invalid_amount', '4.BookgDt: invalid_date']
    expect(fieldsOf(answer)).toEqual([...expected, '5.CdtDbtInd: not_allowed'])
    expect(await kept('unkept')).toEqual([])
  })

  it('accepts 10,000 entries and refuses more', async () => {
    expect(codeOf(await importEntries(operator, many(10_001)))).toBe('too_many_lines')
    expect(counts(await importEntries(operator, many(10_000)))).toEqual([10_000, 0, 0])
    expect(counts(await importEntries(operator, many(10_000)))).toEqual([0, 10_000, 0])
    await asOwner(
      scene.database.url,
      `alter table bank_line disable trigger bank_line_append_only; delete from bank_line where text = 'many';
       alter table bank_line enable trigger bank_line_append_only`,
    )
  })
})

describe('CSV', () => {
  it('reads the columns of several banks', async () => {
    const files = [
      'Date,Amount,Reference,Transaction ID\n20/11/2026,"1,234.50",csv one,T1\n21/11/2026,-3.20,csv out,T2',
      'Transaction Date;Transaction Description;Debit Amount;Credit Amount\n20.11.2026;csv two;;5\n20.11.2026;csv out;5;',
      'date,counter party,memo,amount (gbp),currency\n2026-11-20,LLEWELLYN,csv three,£7.5,GBP\n2026-11-20,X,csv out,1,EUR',
    ]
    for (const file of files) expect(counts(await importCsv(file))).toEqual([1, 0, 1])
    const lines = await kept('csv')
    expect(new Map(lines.map(({ text, amount }) => [text, amount]))).toEqual(
      new Map([
        ['csv one', 1_234_50],
        ['csv two', 5_00],
        ['csv three', 7_50],
      ]),
    )
    expect(lines.find(({ text }) => text === 'csv three')).toMatchObject({ payer: 'LLEWELLYN', account: 'csv' })
  })

  test.each([
    ['no line', 'date,amount,reference', ['2: required']],
    ['missing columns', 'payer\nX', ['1.date: required', '1.amount: required', '1.reference: required']],
    [
      'bad cells',
      'date,amount,reference\n2026-13-01,1,a\n2026-11-20,"1,50",b\n2026-11-20,x,c\n2026-11-20,,d',
      ['2.date: invalid_date', '3.amount: invalid_amount', '4.amount: invalid_amount', '5.amount: invalid_amount'],
    ],
    ['two columns of one meaning', 'date,amount,value,reference\n2026-11-20,1,1,a', ['1.amount: not_allowed']],
  ])('refuses %s', async (_what, csv, fields) => {
    const answer = await importCsv(csv)
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, fields])
  })
})

describe('each credit is kept once', () => {
  it('by the bank’s reference, in overlapping files and at the same time', async () => {
    const entries = ['1', '2', '3'].map((n) => ({ amount: `${n}.00`, text: `once ${n}`, reference: `once-${n}` }))
    const answers = await Promise.all(Array.from({ length: 6 }, () => importEntries(operator, entries.slice(0, 2))))
    expect(answers.map((answer) => counts(answer)[0]).reduce((sum, imported) => sum! + imported!, 0)).toBe(2)
    expect(counts(await importEntries(operator, entries))).toEqual([1, 2, 0])
    expect(await kept('once')).toHaveLength(3)
  })

  it('by its content without a reference: equal transfers of one file are several, those of the next are the same', async () => {
    const file = 'date,amount,reference\n2026-11-20,5,twice\n2026-11-20,5,twice\n'
    expect(counts(await importCsv(file))).toEqual([2, 0, 0])
    expect(counts(await importCsv(`${file}2026-11-21,5,twice`))).toEqual([1, 2, 0])
    expect(counts(await importCsv(file, 'other'))).toEqual([2, 0, 0])
  })

  it('and reports a reference that the bank uses again for another amount', async () => {
    const entry = { text: 'reused', reference: 'reused' }
    const both = await importEntries(operator, [
      { ...entry, amount: '1.00' },
      { ...entry, amount: '2.00' },
    ])
    expect([counts(both), reasons(both)]).toEqual([[1, 0, 1], ['reference_reused']])
    const { ignored_entries } = both.json<StatementImport>()
    expect(ignored_entries).toMatchObject([{ account: IBAN, day: '2026-11-20', amount: '2.00 GBP' }])
    const later = await importEntries(operator, [{ ...entry, amount: '1.00', day: '2026-11-21' }])
    expect([counts(later), reasons(later)]).toEqual([[0, 0, 1], ['reference_reused']])
    expect(await kept('reused')).toMatchObject([{ amount: 1_00 }])
  })
})

it('shows a hundred of the entries that it ignores, and counts all', async () => {
  const debits = Array.from({ length: 101 }, (): Entry => ({ amount: '1.00', side: 'DBIT' }))
  const answer = await importEntries(operator, debits)
  expect([counts(answer), reasons(answer).length]).toEqual([[0, 0, 101], 100])
})

it('an import is in the audit log of the operator’s organisation, without any text of the statement', async () => {
  const by = await anOperator(scene)
  await importEntries(by, [
    { amount: '1.00', text: 'secret' },
    { amount: '1.00', side: 'DBIT' },
  ])
  const audited = await scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'user_id', 'details'])
    .where('organisation_id', '=', by.organisation)
    .execute()
  const details = { imported: 1, repeated: 0, ignored: 1 }
  expect(audited).toEqual([{ event: 'bank_statement_imported', user_id: by.user, details }])
})

it('a manager neither imports nor sees a statement', async () => {
  const { manager } = await aCustomer(scene)
  for (const answer of [await importXml(manager, camt([])), await manager.get('/stamp/v1/bankline')])
    expect(codeOf(answer)).toBe('permission_denied')
})

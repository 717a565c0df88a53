import { describe, expect, it, test } from 'vitest'
import { readCamt } from './read-camt.ts'
import { camt, statement, type Entry } from './testing/statements.ts'

const linesIn = (xml: string) => readCamt(xml).lines
/** The only line of a file with one entry. */
const lineOf = (entry: Partial<Entry>) => linesIn(camt([statement([{ amount: '1.00', ...entry }])]))[0]

const detailed = (details: string) => lineOf({ details: `<TxDtls>${details}</TxDtls>` })

/** A file of an entry that has a text of its own. */
const ownText = (details: string) =>
  camt([
    statement([{ amount: '1.00', details }]).replace('</Ntry>', '<AddtlNtryInf>of the entry</AddtlNtryInf></Ntry>'),
  ])

describe('the text of a line', () => {
  test.each([
    ['several free texts', '<RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf>', 'one / two'],
    ['the reference of a creditor', '<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>', 'RF18'],
    ['what is added to a structured text', '<RmtInf><Strd><AddtlRmtInf>added</AddtlRmtInf></Strd></RmtInf>', 'added'],
    ['the end-to-end reference', '<Refs><EndToEndId>E2E</EndToEndId></Refs>', 'E2E'],
    ['no end-to-end reference', '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>', ''],
    ['what is added to a transfer', '<AddtlTxInf>Faster payment</AddtlTxInf>', 'Faster payment'],
    ['the same text twice', '<RmtInf><Ustrd>same</Ustrd></RmtInf><AddtlTxInf>same</AddtlTxInf>', 'same'],
    ['character data', '<RmtInf><Ustrd><![CDATA[A & B]]></Ustrd></RmtInf>', 'A & B'],
    ['blanks and line breaks', '<RmtInf><Ustrd>  one \n\t two </Ustrd></RmtInf>', 'one two'],
    ['501 characters', `<RmtInf><Ustrd>${'x'.repeat(501)}</Ustrd></RmtInf>`, 'x'.repeat(500)],
  ])('from %s', (_what, details, text) => {
    expect(detailed(details)?.text).toBe(text)
  })

  it('ends with that of the entry, and is that alone without details', () => {
    expect(linesIn(ownText('<TxDtls><AddtlTxInf>first</AddtlTxInf></TxDtls>'))[0]?.text).toBe('first / of the entry')
    expect(linesIn(ownText(''))[0]).toMatchObject({ text: 'of the entry', payer: '', bank_reference: '' })
  })
})

test.each([
  ['a name', '<Nm>A B</Nm>', 'A B'],
  ['a party', '<Pty><Nm>A B Ltd</Nm></Pty>', 'A B Ltd'],
  ['141 characters', `<Nm>${'y'.repeat(141)}</Nm>`, 'y'.repeat(140)],
])('the payer is %s', (_what, debtor, payer) => {
  expect(detailed(`<RltdPties><Dbtr>${debtor}</Dbtr></RltdPties>`)?.payer).toBe(payer)
})

const anEntry = statement([{ amount: '1.00' }])
const changed = (from: string | RegExp, to: string) => camt([anEntry.replace(from, to)])

describe('the account', () => {
  test.each([
    ['an IBAN', anEntry, 'GB33BUKB20201555555555'],
    [
      'another number, where there is no IBAN',
      anEntry.replace(/<IBAN>.*<\/IBAN>/, '<Othr><Id>20-20-15 5555</Id></Othr>'),
      '20-20-15 5555',
    ],
    ['51 characters', anEntry.replace(/<IBAN>.*<\/IBAN>/, `<IBAN>${'7'.repeat(51)}</IBAN>`), '7'.repeat(50)],
  ])('is %s', (_what, one, account) => {
    expect(linesIn(camt([one]))[0]?.account).toBe(account)
  })
})

describe('the day', () => {
  test.each([
    ['of a booking', '<BookgDt><Dt>2026-11-21</Dt></BookgDt>', '2026-11-21'],
    ['of a time', '<BookgDt><DtTm>2026-11-21T09:30:00</DtTm></BookgDt>', '2026-11-21'],
    ['with a time zone', '<BookgDt><Dt>2026-11-21Z</Dt></BookgDt>', '2026-11-21'],
    ['of the value, where no booking is dated', '<ValDt><Dt>2026-11-22</Dt></ValDt>', '2026-11-22'],
    [
      'of the booking before that of the value',
      '<ValDt><Dt>2026-11-22</Dt></ValDt><BookgDt><Dt>2026-11-21</Dt></BookgDt>',
      '2026-11-21',
    ],
  ])('is that %s', (_what, dates, day) => {
    expect(linesIn(changed(/<BookgDt>.*<\/BookgDt>/, dates))[0]?.booked_on).toBe(day)
  })
})

test.each([
  [
    'no account',
    /<Acct>.*<\/Acct>/,
    '',
    [{ field: '1.Acct', code: 'required', message: expect.any(String) as string }],
  ],
  [
    'no day',
    /<BookgDt>.*<\/BookgDt>/,
    '',
    [{ field: '1.BookgDt', code: 'invalid_date', message: expect.any(String) as string }],
  ],
  ['no amount', />1\.00</, '><', [{ field: '1.Amt', code: 'invalid_amount', message: expect.any(String) as string }]],
])('names an entry with %s', (_what, from, to, fields) => {
  expect(() => readCamt(changed(from, to))).toThrow(
    expect.objectContaining({ code: 'invalid_request', more: { fields } }) as Error,
  )
})

describe('an entry that is ignored', () => {
  test.each<[string, string | RegExp, string, string, string]>([
    ['a reversal written as a number', '<Sts>', '<RvslInd>1</RvslInd><Sts>', 'reversal', '1.00 GBP'],
    ['another currency', 'Ccy="GBP"', 'Ccy="EUR"', 'other_currency', '1.00 EUR'],
    ['no currency', ' Ccy="GBP"', '', 'other_currency', '1.00'],
    ['no money', '>1.00<', '>0.00<', 'no_amount', '0.00 GBP'],
    ['a long amount', '>1.00<', `>0.${'0'.repeat(60)}<`, 'no_amount', `0.${'0'.repeat(48)}`],
  ])('is %s', (_what, from, to, reason, amount) => {
    const ignored = { account: 'GB33BUKB20201555555555', day: '2026-11-20', amount, reason }
    expect(readCamt(changed(from, to))).toEqual({ lines: [], ignored: [ignored] })
  })

  it('is none that is no reversal', () => {
    expect(linesIn(changed('<Sts>', '<RvslInd>false</RvslInd><Sts>'))).toHaveLength(1)
  })
})

const transfer = (amount: string, { currency = 'GBP', reference = '', direct = false } = {}) => {
  const written = `<Amt Ccy="${currency}">${amount}</Amt>`
  const refs = reference && `<Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs>`
  return `<TxDtls>${refs}${direct ? written : `<AmtDtls><TxAmt>${written}</TxAmt></AmtDtls>`}</TxDtls>`
}

describe('the transfers of one sum', () => {
  test.each([
    ['add up', [transfer('1.00'), transfer('2.00', { direct: true })], [1_00, 2_00]],
    ['do not add up', [transfer('1.00'), transfer('2.01')], [3_00]],
    ['have another currency', [transfer('1.00', { currency: 'EUR' }), transfer('2.00')], [3_00]],
    ['are not all known', [transfer('3.00'), '<TxDtls/>'], [3_00]],
    ['are one', [transfer('1.00')], [3_00]],
  ])('that %s', (_what, details, amounts) => {
    const xml = camt([statement([{ amount: '3.00', details: details.join('') }])])
    expect(linesIn(xml).map(({ amount }) => amount)).toEqual(amounts)
  })

  test.each([
    [
      'those of the transfers',
      [transfer('1.00', { reference: 'A' }), transfer('2.00', { reference: 'B' })],
      'S',
      'A,B',
    ],
    ['that of the sum with a number', [transfer('1.00'), transfer('2.00')], 'S', 'S/1,S/2'],
    ['none', [transfer('1.00'), transfer('2.00')], undefined, ','],
    ['that of the sum, of one transfer', [transfer('3.00', { reference: 'A' })], 'S', 'S'],
    ['that of the only transfer', [transfer('3.00', { reference: 'A' })], undefined, 'A'],
  ])('have as references %s', (_what, details, reference, expected) => {
    const entry = { amount: '3.00', details: details.join(''), ...(reference !== undefined && { reference }) }
    const references = linesIn(camt([statement([entry])])).map(({ bank_reference }) => bank_reference)
    expect(references.join(',')).toBe(expected)
  })
})

import { toPence } from '@postroom/domain/money'
import { expect, it } from 'vitest'
import { exceededMail } from './exceeded-mail.ts'

it.each([
  ['month', '2026-11-01', '1 November 2026', 'ce mois (début\u202f: 1er novembre 2026)'],
  ['quarter', '2026-10-01', '1 October 2026', 'ce trimestre (début\u202f: 1er octobre 2026)'],
  ['year', '2026-04-11', '11 April 2026', 'cette année (début\u202f: 11 avril 2026)'],
] as const)(
  'the mail about a budget of a %s names it, its amount and its beginning',
  (period, from, english, french) => {
    const amount = toPence(1_234_50)
    const event = 'budget_exceeded'
    const { subject, text } = exceededMail({
      event,
      cost_center_id: 'c-1',
      code: 'BIND',
      name: 'Bindery',
      amount,
      period,
      from,
    })
    expect(subject).toBe('Budget exceeded / Budget dépassé\u202f: BIND')
    expect(text).toContain(
      `Bindery (BIND) has spent more than its budget of £1,234.50 for the ${period} that began on ${english}.`,
    )
    expect(text).toContain(`about this budget comes in the next ${period} at the earliest.`)
    expect(text).toMatch(/Bindery \(BIND\) a dépensé plus que son budget de 1.234,50.£ pour ce/)
    expect(text).toContain(french)
    expect(text.trimEnd()).toMatch(new RegExp(`pour ${french.slice(0, french.indexOf(' ('))}\\.$`))
  },
)

import { describe, expect, it } from 'vitest'
import type { Settings } from '../../context.ts'
import { stoppedMail } from './automatic/stopped-mail.ts'
import { disputeMail } from './dispute-mail.ts'
import { troubleOf } from './stripe-trouble.ts'

const settings = { publicUrl: 'https://post.example' } as Settings

describe('the mail about an automatic top-up that stopped', () => {
  const notice = { event: 'topup_stopped', account_id: 'a-1', name: 'Post', amount: 50_00 } as const

  it('names the account and the amount in both languages, and leads to the account', () => {
    const { subject, text } = stoppedMail(settings, { ...notice, reason: 'card_expired' } as never)
    expect(subject).toBe('Automatic top-up stopped / Recharge automatique arrêtée\u202f: Post')
    expect(text).toContain('The automatic top-up of Post with £50.00 was not made. The card has expired.')
    expect(text).toContain('de Post, d’un montant de 50,00\u00a0£, n’a pas eu lieu. La carte a expiré.')
    expect(text.match(/^https:.*$/gm)).toEqual(
      Array(2).fill('https://post.example/app/administration?view=account&account=a-1'),
    )
  })

  it.each([
    ['card_declined', 'The bank declined the card.', 'La banque a refusé la carte.'],
    ['insufficient_funds', 'There is not enough money for it.', 'La provision est insuffisante.'],
    ['differs', 'Stripe reports another payment than was asked for.', 'Stripe fait état d’un autre paiement'],
    ['not_confirmed', 'A payment was not confirmed in time.', 'Un paiement n’a pas été confirmé à temps.'],
    ['authentication_required', 'wants the owner of the card to confirm it.', 'une confirmation du titulaire'],
  ])('says why: %s', (reason, english, french) => {
    const { text } = stoppedMail(settings, { ...notice, reason } as never)
    expect(text).toContain(english)
    expect(text).toContain(french)
  })
})

describe('the mail about a disputed payment', () => {
  const notice = { event: 'payment_disputed', name: 'Post', reference: 'PR-7', amount: 12_34 } as const
  const due = '2026-12-09T23:30:00.000Z'
  const mailOf = (more: object) => disputeMail({ ...notice, ...more } as never)

  it.each([
    ['inquiry', 'asks about it. Nothing is taken back yet.', 'Rien n’est encore repris.', true],
    ['open', 'The money is taken back until the bank has decided.', 'jusqu’à la décision de la banque.', true],
    ['won', 'what was taken back is returned.', 'la somme reprise est rendue.', false],
    ['lost', 'what was taken back is not returned.', 'la somme reprise n’est pas rendue.', false],
    ['closed', 'The bank has closed its inquiry. Nothing was taken back.', 'Rien n’a été repris.', false],
  ])('says what %s means, and until when evidence counts', (state, english, french, isUndecided) => {
    const { subject, text } = mailOf({ state, evidence_due: due })
    expect(subject).toBe('Payment disputed / Paiement contesté\u202f: PR-7')
    expect(text).toContain('Payment PR-7 of Post: £12.34 is disputed.')
    expect(text).toContain('Paiement PR-7 de Post\u202f: 12,34\u00a0£ font l’objet')
    expect(text).toContain(english)
    expect(text).toContain(french)
    expect(text.includes('Evidence is due at Stripe by 9 December 2026.')).toBe(isUndecided)
    expect(text.includes('au plus tard le 9 décembre 2026.')).toBe(isUndecided)
  })

  it('has no day when Stripe names none, and names the organisation to operators', () => {
    const { text } = mailOf({ state: 'open', organisation: 'Acme' })
    expect(text).toContain('Payment PR-7 of Post, Acme:')
    expect(text).not.toContain('Evidence')
    expect(text).not.toContain('justificatifs')
  })
})

describe('the trouble of a call', () => {
  it('of Stripe is logged without headers and body', () => {
    const secrets = { rawType: 'card_error', headers: { a: 'secret' }, raw: { b: 'secret' } }
    const kept = { type: 'StripeCardError', code: 'card_declined', statusCode: 402, requestId: 'req_1' }
    const error = Object.assign(new Error('secret'), secrets, kept)
    const logged = { type: 'StripeCardError', code: 'card_declined', status: 402, stripe_request: 'req_1' }
    expect(troubleOf(error)).toEqual(logged)
  })

  it.each([[new Error('another')], ['a text'], [{ rawType: 'not an error' }], [undefined]])(
    'that is not of Stripe is logged whole: %s',
    (error) => {
      expect(troubleOf(error)).toEqual({ err: error })
    },
  )
})

import { toPence } from '@postroom/domain/money'
import { expect, it, test } from 'vitest'
import type { Settings } from '../context.ts'
import { askedMail } from '../features/accounts/asked-mail.ts'
import { lowBalanceMail } from '../features/accounts/low-balance-mail.ts'
import { invitationMail } from '../features/administration/invitation-mail.ts'
import { accountMail, resetMail } from '../features/auth/account-mails.ts'
import { endingKeyMail, stoppedKeyMail } from '../features/auth/api-keys/ending-key-mail.ts'
import type { User } from '../features/identity/user.store.ts'
import { stoppedMail } from '../features/payments/automatic/stopped-mail.ts'
import { disputeMail } from '../features/payments/dispute-mail.ts'
import { outdatedMail, printerMail } from '../features/prints/device-mails.ts'
import { exceededMail } from '../features/references/exceeded-mail.ts'
import { refusalMail } from '../features/shipments/void/refusal-mail.ts'
import type { RefusedRefund } from '../features/shipments/void/refused-refund.store.ts'
import { webhookMail } from '../features/webhooks/webhook-mail.ts'
import type { Mail } from '../mail/mailer.ts'
import type { AccountNotice, PaymentDisputed, TopUpStopped } from './notice.ts'

const SETTINGS = { companyName: 'Llewellyn Post', publicUrl: 'https://post.example' } as Settings
const USER = { username: 'angharad', email: 'angharad@example.com' } as User
const account_id = '0190a1b2-0000-7000-8000-000000000001'

const CHANGES: readonly AccountNotice['event'][] = [
  'password_changed',
  'email_changed',
  'codes_guessed',
  'two_factor_on',
  'two_factor_off',
  'passkey_added',
  'passkey_removed',
]
const REASONS: readonly TopUpStopped['reason'][] = [
  'card_declined',
  'card_expired',
  'insufficient_funds',
  'differs',
  'not_confirmed',
  'authentication_required',
]

const stopped = (reason: TopUpStopped['reason']) =>
  stoppedMail(SETTINGS, { event: 'top_up_stopped', account_id, name: 'Royal Mail', amount: toPence(1_250_00), reason })
const disputed = (change: Partial<PaymentDisputed>) =>
  disputeMail({
    event: 'payment_disputed',
    account_id,
    name: 'Royal Mail',
    reference: 'PAY-1042',
    amount: toPence(250_00),
    state: 'open',
    evidence_due: '2026-12-01T23:30:00Z',
    ...change,
  })
const exceeded = (period: 'month' | 'quarter' | 'year', from: string) =>
  exceededMail({
    event: 'budget_exceeded',
    cost_center_id: account_id,
    code: 'BIND',
    name: 'Bindery',
    amount: toPence(900_00),
    period,
    from,
  })
const printer = (error_code: string) =>
  printerMail({ event: 'printer_stopped', alias: 'Post\nroom', printer: 'QL-1110  NWB', error_code })
const money = { account_id, name: 'Royal Mail' }

const MAILS: readonly Omit<Mail, 'to'>[] = [
  invitationMail(SETTINGS, USER, 'token-of-43-characters'),
  resetMail(SETTINGS, USER, 'token-of-43-characters'),
  ...CHANGES.map((event) => accountMail(SETTINGS, { event, ...USER })),
  lowBalanceMail({ event: 'balance_low', ...money, balance: toPence(4_99), low_balance: toPence(1_000_00) }),
  askedMail({ event: 'top_up_asked', ...money, asked_by: 'Dev Prosser', missing: toPence(2_05) }),
  ...REASONS.map(stopped),
  disputed({}),
  disputed({ state: 'inquiry', organisation: 'Llewellyn Bindery Ltd', evidence_due: '2026-12-02T09:00:00Z' }),
  ...(['won', 'lost', 'closed'] as const).map((state) => disputed({ state })),
  exceeded('month', '2026-11-01'),
  exceeded('quarter', '2026-10-01'),
  exceeded('year', '2026-04-06'),
  refusalMail(SETTINGS, {
    carrier_no: 'ZZ000000005GB',
    amount: toPence(3_20),
    refusal: 'In the post.',
  } as RefusedRefund),
  printer('media_empty'),
  printer('of a newer device manager'),
  outdatedMail({ event: 'device_outdated', alias: 'Post\nroom', version: '1.0.0', newer_version: '1.1.0' }),
  webhookMail(SETTINGS, { event: 'webhook_stopped', host: 'hooks.example' }),
  endingKeyMail({ event: 'api_key_ending', key_id: account_id, name: 'Nightly', last_day: '2026-12-01' }),
  endingKeyMail({ event: 'api_key_ending', key_id: account_id, name: 'Nightly', last_day: '2026-12-11' }),
  stoppedKeyMail({ event: 'api_key_stopped', key_id: account_id, name: 'Nightly' }),
]

it('every mail reads as it is written down', async () => {
  const texts = MAILS.map(({ subject, text }) => `Subject: ${subject}\n\n${text}`)
  await expect(texts.join('\n==========\n\n')).toMatchFileSnapshot('mail-texts.golden.txt')
})

test.each(MAILS.map((mail) => [mail.subject, mail] as const))(
  '%s: one line of subject, both languages, and no blank that a line may break before French punctuation',
  (_subject, { subject, text }) => {
    expect(subject).not.toMatch(/\n/)
    const [english, french, ...more] = text.split('\n\n---\n\n')
    expect([english!.length > 40, french!.length > 40, more]).toEqual([true, true, []])
    expect(french).not.toMatch(/ [:;!?»]/)
    expect(text.endsWith('\n')).toBe(true)
  },
)

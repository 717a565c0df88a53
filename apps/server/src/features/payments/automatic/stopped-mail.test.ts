import { toPence } from '@postroom/domain/money'
import { expect, test } from 'vitest'
import type { Settings } from '../../../context.ts'
import { stoppedMail } from './stopped-mail.ts'

test.each([
  ['card_declined', 'The bank declined the card.', 'La banque a refusé la carte.'],
  ['insufficient_funds', 'There is not enough money for it.', 'La provision est insuffisante.'],
] as const)(
  'the mail about a top-up that stopped with %s has both languages and leads to the account',
  (reason, ...words) => {
    const publicUrl = 'https://post.example'
    const stopped = {
      event: 'top_up_stopped',
      account_id: 'a b',
      name: 'Bindery',
      amount: toPence(50_00),
      reason,
    } as const
    const { subject, text } = stoppedMail({ publicUrl } as Settings, stopped)
    expect(subject).toContain('Bindery')
    for (const part of [...words, '£50.00', 'https://post.example/app/administration?view=account&account=a+b'])
      expect(text).toContain(part)
  },
)

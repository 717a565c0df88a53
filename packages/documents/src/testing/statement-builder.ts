import { toPence } from '@postroom/domain/money'
import { shareOf } from '@postroom/domain/rating/vat'
import type { VatStatementContent } from '../account/vat-statement.ts'
import { aReceipt } from './receipt-builder.ts'

const { seller, buyer, account_name, sheet } = aReceipt()

/** October 2026, with a purchase on every day. */
export const aStatement = (change: Partial<VatStatementContent> = {}): VatStatementContent => ({
  month: '2026-10',
  seller,
  buyer,
  account_name,
  sheet,
  groups: [shareOf('standard', toPence(595_00), toPence(99_17)), shareOf('exempt', toPence(180_00))],
  days: Array.from({ length: 31 }, (_, at) => ({
    day: `2026-10-${String(at + 1).padStart(2, '0')}`,
    ...shareOf('standard', toPence(25_00), toPence(3_20)),
  })),
  created_at: new Date('2026-11-01T00:00:00Z'),
  ...change,
})

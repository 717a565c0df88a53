import { href } from '../../apps/web/src/pages.ts'
import { apiOf } from '../support/api.ts'
import { newSession, useSession } from '../support/fixtures.ts'
import type { Postroom } from '../support/postroom.ts'
import { makeOperator } from '../support/sandbox.ts'
import { at, type State } from './screen.ts'

/** Transfers, and one payment out. */
const STATEMENT = `date,amount,payer,reference,transaction id
2026-11-20,5000.00,LLEWELLYN BINDERY LTD,INV 1042 NOVEMBER POSTAGE,T-1
2026-11-20,75.00,PEMBROKE I,FOR STAMPS,T-2
2026-11-19,-12.50,BANK CHARGES,NOVEMBER,T-3
`

/** A statement is imported, and one of its transfers names a top-up that waits. */
async function importStatement(postroom: Postroom): Promise<void> {
  const call = await apiOf(postroom, 'dev')
  const accounts = await call<{ data: { id: string }[] }>('/carrieraccount')
  await call(`/carrieraccount/${accounts.data[0]!.id}/topup`, { amount: 5_000_00, reference: 'INV-1042' })
  await call('/bankstatement/csv?account=20-00-00%2012345678', new Blob([STATEMENT], { type: 'text/csv' }))
}

export const OPERATOR: readonly [State, ...State[]] = [
  {
    name: 'operator',
    open: async (page, postroom) => {
      await makeOperator(postroom, 'dev')
      await importStatement(postroom)
      await useSession(page, postroom, await newSession(postroom, 'dev'))
      await at(href('operator'))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
      await page.getByText('PEMBROKE I').first().waitFor()
    },
    next: [
      {
        name: 'operator-statement',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('button', { name: /^(Import a statement|Importer un relevé)/ }).click()
          const dialog = page.getByRole('dialog')
          await dialog.waitFor()
          const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(STATEMENT) }
          await page.locator('input[type=file]').setInputFiles(file)
          await dialog.getByRole('textbox').fill('20-00-00 12345678')
          await dialog.getByRole('button', { name: /november\.csv/ }).click()
          await dialog.locator('summary').click()
        },
      },
      {
        name: 'operator-book',
        inSweep: true,
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page
            .getByRole('button', { name: /^(Book money|Créditer) Llew/ })
            .first()
            .click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
]

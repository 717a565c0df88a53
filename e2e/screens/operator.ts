import { href } from '../../apps/web/src/pages.ts'
import { newSession, useSession } from '../support/fixtures.ts'
import { makeOperator } from '../support/sandbox.ts'
import { at, type State } from './screen.ts'

/** Transfers, and one payment out. */
const STATEMENT = `date,amount,payer,reference,transaction id
2026-11-20,5000.00,LLEWELLYN BINDERY LTD,INV 1042 NOVEMBER POSTAGE,T-1
2026-11-20,75.00,PEMBROKE I,FOR STAMPS,T-2
2026-11-19,-12.50,BANK CHARGES,NOVEMBER,T-3
`

export const OPERATOR: readonly [State, ...State[]] = [
  {
    name: 'operator',
    open: async (page, postroom) => {
      await makeOperator(postroom, 'dev')
      await useSession(page, postroom, await newSession(postroom, 'dev'))
      await at(href('operator'))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
    next: [
      {
        name: 'operator-statements',
        open: async (page) => {
          await page.getByRole('button', { name: /^(Import a statement|Importer un relevé)/ }).click()
          await page.getByRole('dialog').waitFor()
          await page.locator('input[type=file]').setInputFiles({
            name: 'november.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(STATEMENT),
          })
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('textbox').fill('20-00-00 12345678')
          await dialog.getByRole('button', { name: /november\.csv/ }).click()
          await dialog.locator('summary').click()
        },
        next: [
          {
            name: 'operator-transfers',
            inSweep: true,
            open: async (page) => {
              await page.keyboard.press('Escape')
              await page.getByRole('dialog').waitFor({ state: 'hidden' })
            },
          },
        ],
      },
      {
        name: 'operator-book',
        inSweep: true,
        open: async (page) => {
          await page
            .getByRole('button', { name: /^(Book money|Créditer)/ })
            .first()
            .click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
]

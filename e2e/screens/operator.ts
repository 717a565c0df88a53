import { addDays, ukDateOf } from '@postroom/domain/calendar'
import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { apiOf } from '../support/api.ts'
import { buy } from '../support/buy.ts'
import { LETTER } from '../support/drafts.ts'
import { newSession, useSession } from '../support/fixtures.ts'
import type { Postroom } from '../support/postroom.ts'
import { makeOperator } from '../support/sandbox.ts'
import { at, type State } from './screen.ts'

async function asOperator(page: Page, postroom: Postroom, query: Readonly<Record<string, string>> = {}) {
  await makeOperator(postroom, 'dev')
  await useSession(page, postroom, await newSession(postroom, 'dev'))
  await at(href('operator', query))(page, postroom)
  await page.getByRole('rowheader').first().waitFor()
}

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

/** An invoice that charges one letter too much, another twice, and an item that nobody bought. @returns its id */
async function anInvoice(postroom: Postroom): Promise<string> {
  await makeOperator(postroom, 'dev')
  const [one, other] = [await buy(postroom, LETTER), await buy(postroom, LETTER)]
  const lines = [
    'item_number,net,vat',
    `${one.item_numbers[0]},9.20,1.84`,
    ...[1, 2].map(() => `${other.item_numbers[0]},1.70,0`),
    'XX000000001GB,1.20,0.24',
  ]
  const day = ukDateOf(new Date())
  const query = new URLSearchParams({ number: one.item_numbers[0]!, dateFrom: day, dateTo: day })
  const ask = await apiOf(postroom, 'dev')
  const file = new Blob([lines.join('\n')], { type: 'text/csv' })
  return (await ask<{ id: string }>(`/carrierinvoice?${query.toString()}`, file)).id
}

/** Tracked 24 of an account. */
const CONTRACT = `service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat
TR24,large_letter,UK,1,1000,150,310,standard_included
TR24,small_parcel,UK,1,2000,150,395,standard_included
TR24,medium_parcel,UK,1,2000,150,560,standard_included
TR24,medium_parcel,UK,2001,10000,150,740,standard_included
TR24,medium_parcel,UK,10001,20000,150,1200,standard_included
`

/** A contract that begins later, kept once however often it is added. */
async function aContract(postroom: Postroom): Promise<void> {
  await makeOperator(postroom, 'dev')
  const call = await apiOf(postroom, 'dev')
  const accounts = await call<{ data: { id: string }[] }>('/carrieraccount')
  const day = addDays(ukDateOf(new Date()), 30)
  const file = new Blob([CONTRACT], { type: 'text/csv' })
  await call(`/carrieraccount/${accounts.data[0]!.id}/contractprices?effective_from=${day}`, file)
}

export const OPERATOR: readonly [State, ...State[]] = [
  {
    name: 'operator',
    open: (page, postroom) => asOperator(page, postroom),
    next: [
      {
        name: 'operator-book',
        inSweep: true,
        open: async (page) => {
          await page
            .getByRole('button', { name: /^(Book money|Créditer) Llew/ })
            .first()
            .click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
  {
    name: 'operator-bank',
    inSweep: true,
    open: async (page, postroom) => {
      await makeOperator(postroom, 'dev')
      await importStatement(postroom)
      await useSession(page, postroom, await newSession(postroom, 'dev'))
      await at(href('operator', { view: 'bank' }))(page, postroom)
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
    ],
  },
  {
    name: 'operator-invoice',
    inSweep: true,
    open: async (page, postroom) =>
      asOperator(page, postroom, { view: 'invoices', invoice: await anInvoice(postroom) }),
    next: [
      {
        name: 'operator-invoice-book',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('button', { name: /^(Book|Comptabiliser) \d/ }).click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
      {
        name: 'operator-invoice-import',
        inSweep: true,
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: /^(All invoices|Toutes les factures)/ }).click()
          await page.getByRole('rowheader').first().waitFor()
          await page.getByRole('button', { name: /^(Import an invoice|Importer une facture)/ }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
  {
    name: 'operator-contracts',
    inSweep: true,
    open: async (page, postroom) => {
      await aContract(postroom)
      await asOperator(page, postroom, { view: 'contracts' })
    },
    next: [
      {
        name: 'operator-contract-check',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('button', { name: /^(Add contract prices|Ajouter des prix)/ }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('button', { name: /Choose an account|Choisir un compte/ }).click()
          await page.getByRole('option').last().click()
          const file = {
            name: 'contract.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(CONTRACT.replace(',395,', ',,')),
          }
          await page.locator('input[type=file]').setInputFiles(file)
          await dialog.getByLabel(/^(In force from|En vigueur)/).fill(addDays(ukDateOf(new Date()), 90))
          await dialog.getByRole('button', { name: /^(Check the file|Vérifier)/ }).click()
          await dialog.getByRole('status').waitFor()
        },
      },
    ],
  },
]

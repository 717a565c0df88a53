import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { fillAddressBook } from '../support/address-book.ts'
import { check } from '../support/check.ts'
import { at, type State } from './screen.ts'

const FILE = Buffer.from('name,address1,city,postal_code\nOsric Fenn,27 Castle Street,Hereford,HR1 2LX\n')
const FAULTY = Buffer.from('name,address1,city,postal_code\nOsric Fenn,27 Castle Street,Hereford,HR1\n')
const LIST = '**/api/stamp/v1/address?*'

const importFile = (buffer: Buffer) => async (page: Page) => {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

export const ADDRESSBOOK: readonly [State, ...State[]] = [
  {
    name: 'addressbook',
    open: async (page, postroom) => {
      await fillAddressBook(postroom)
      await at(href('addressbook'))(page, postroom)
      await page.getByRole('row', { name: 'Hafren Books' }).first().waitFor()
    },
    next: [
      {
        name: 'addressbook-drawer',
        open: async (page) => {
          await page.getByText('Megan Pugh').click()
          await page.locator('aside form').waitFor()
        },
      },
      {
        name: 'addressbook-nothing-found',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page.getByRole('searchbox').fill('YO22')
          await page.getByText('YO22').nth(0).waitFor()
        },
      },
    ],
  },
  {
    name: 'addressbook-differences',
    inSweep: true,
    open: async (page, postroom) => {
      await fillAddressBook(postroom)
      await at(href('addressbook'))(page, postroom)
      await page.getByText('Megan Pugh').click()
      const drawer = page.locator('aside:has(form)')
      await drawer.locator('[name=postal_code]').fill('sy162np')
      await drawer.getByRole('button', { name: /^(Check the address|Vérifier l’adresse)$/ }).click()
      await drawer.getByRole('table').waitFor()
    },
  },
  {
    name: 'addressbook-duplicates',
    inSweep: true,
    open: async (page, postroom) => {
      await fillAddressBook(postroom)
      await at(href('addressbook'))(page, postroom)
      await page.getByRole('searchbox').fill('hafren')
      await page.getByRole('row', { name: 'Bramble & Oak Ltd' }).waitFor({ state: 'hidden' })
      await page.getByText('Megan Pugh').waitFor()
      await check(page.locator('thead, [role=rowgroup]').first().getByRole('checkbox'))
      await page.getByRole('button', { name: /^(Merge|Fusionner)/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'addressbook-import',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('addressbook'))(page, postroom)
      await page.getByRole('button', { name: /^(Import|Importer)$/ }).click()
      await importFile(FILE)(page)
    },
    next: [{ name: 'addressbook-import-problems', inSweep: true, open: importFile(FAULTY) }],
  },
  {
    name: 'addressbook-not-reachable',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(LIST, (route) => route.abort())
      await at(href('addressbook'))(page, postroom)
      await page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
  },
  {
    name: 'addressbook-loading',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(LIST, () => {})
      await at(href('addressbook'))(page, postroom)
    },
  },
]

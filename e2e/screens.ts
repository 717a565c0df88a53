import type { Page } from '@playwright/test'
import { href, type PageName } from '../apps/web/src/pages.ts'
import { fillAddressBook } from './support/address-book.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import type { Postroom } from './support/postroom.ts'
import { fillQueue } from './support/queue.ts'
import { declareItem, field, fillLargeLetter, fillParcelAbroad, GIFT, priced, answerWizard } from './support/send.ts'

export interface Screen {
  name: string
  signedIn: boolean
  /** Brings the page to the state to inspect. */
  open(page: Page, postroom: Postroom): Promise<void>
}
type PageScreen = Omit<Screen, 'signedIn'>

const at = (path: string) => async (page: Page, postroom: Postroom) => {
  await page.goto(`${postroom.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const OUTSIDE: readonly Screen[] = [
  { name: 'login', signedIn: false, open: at('/login') },
  {
    name: 'login-refused',
    signedIn: false,
    open: async (page, postroom) => {
      await at('/login')(page, postroom)
      await field(page, 'username').fill('demo')
      await field(page, 'password').fill('not this one')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
    },
  },
  { name: 'reset', signedIn: false, open: at('/reset') },
  { name: 'reset-new-password', signedIn: false, open: at('/reset#token=not-a-real-one') },
  { name: 'error', signedIn: true, open: at('/error') },
]

/** Rows of a mailing, one of which lacks its postcode. */
const MAILING = Buffer.from(
  'Recipient,Street,Place,PC\nOsric Fenn,27 Castle Street,Hereford,HR1 2LX\nPerran Trewin,2 Quay Street,Truro,\n',
)

/** A page without a screen does not compile. */
const OF_PAGES: Readonly<Record<PageName, readonly [PageScreen, ...PageScreen[]]>> = {
  wizard: [
    { name: 'wizard-question', open: at(href('wizard')) },
    { name: 'wizard-speed', open: answerWizard('speed') },
    { name: 'wizard-check', open: answerWizard('check') },
  ],
  home: [
    { name: 'home', open: at(href('home')) },
    {
      name: 'home-search',
      open: async (page, postroom) => {
        await at(href('home'))(page, postroom)
        await page.getByRole('button', { name: /^(Search|Rechercher)/ }).click()
        await page.getByRole('searchbox').fill('a')
        await page.getByRole('option').first().waitFor()
      },
    },
  ],
  shipping: [
    { name: 'shipping-empty', open: at(href('shipping')) },
    { name: 'shipping-priced', open: fillLargeLetter },
    {
      name: 'shipping-errors',
      open: async (page, postroom) => {
        await fillLargeLetter(page, postroom)
        await field(page, 'to.postal_code').fill('NOT A CODE')
        await page.keyboard.press('Control+Enter')
        await page.locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'shipping-abroad',
      open: async (page, postroom) => {
        await fillParcelAbroad(page, postroom, GIFT.parcel)
        await declareItem(page, 0, GIFT.item)
        await priced(page)
      },
    },
    {
      name: 'shipping-abroad-errors',
      open: async (page, postroom) => {
        await fillParcelAbroad(page, postroom, GIFT.parcel)
        await priced(page)
        await page.locator('aside button:has(kbd)').click()
        await page.locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'shipping-bought',
      open: async (page, postroom) => {
        await fillLargeLetter(page, postroom)
        await page.keyboard.press('Control+Enter')
        await page.locator('aside img[src^="blob:"]').waitFor() // the real label, in place of the sketch
      },
    },
    {
      name: 'home-with-shipments',
      open: async (page, postroom) => {
        await buy(postroom, LETTER)
        await at(href('home'))(page, postroom)
        await page.locator('li, tr').filter({ hasText: 'Marguerite' }).first().waitFor()
      },
    },
  ],
  desk: [
    {
      name: 'desk-shortcuts',
      open: async (page, postroom) => {
        await fillLargeLetter(page, postroom, href('desk', { packaging: 'large_letter' }))
        await page.getByRole('button', { name: /^DU|^[A-Z]{1,2}, / }).click()
        await page.getByRole('menuitem').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'desk-hand-over',
      open: async (page, postroom) => {
        await fillLargeLetter(page, postroom, href('desk', { packaging: 'large_letter' }))
        await page.getByRole('button', { name: /^(Send to mailroom|Confier au courrier)$/ }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  many: [
    { name: 'many', open: at(href('many')) },
    {
      name: 'many-file',
      open: async (page, postroom) => {
        await at(href('many'))(page, postroom)
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'winter.csv', mimeType: 'text/csv', buffer: MAILING })
        await page.locator('[data-problem]').first().waitFor()
      },
    },
  ],
  queued: [
    {
      name: 'queued',
      open: async (page, postroom) => {
        const [first] = await fillQueue(postroom, 1)
        await at(href('queued', { code: first!.code }))(page, postroom)
        await field(page, 'weight').waitFor()
      },
    },
    { name: 'queued-missing', open: at(href('queued', { code: 'K-99999' })) },
  ],
  mailroom: [
    {
      name: 'mailroom',
      open: async (page, postroom) => {
        await fillQueue(postroom, 12)
        await at(href('mailroom'))(page, postroom)
        await page.getByRole('row').nth(3).waitFor()
      },
    },
  ],
  addressbook: [
    {
      name: 'addressbook',
      open: async (page, postroom) => {
        await fillAddressBook(postroom)
        await at(href('addressbook'))(page, postroom)
        await page.getByRole('row', { name: 'Hafren Books' }).first().waitFor()
      },
    },
    {
      name: 'addressbook-drawer',
      open: async (page, postroom) => {
        await fillAddressBook(postroom)
        await at(href('addressbook'))(page, postroom)
        await page.getByText('Megan Pugh').click()
        await page.locator('aside form').waitFor()
      },
    },
    {
      name: 'addressbook-nothing-found',
      open: async (page, postroom) => {
        await fillAddressBook(postroom)
        await at(href('addressbook'))(page, postroom)
        await page.getByRole('searchbox').fill('YO22')
        await page.getByText('YO22').nth(0).waitFor()
      },
    },
  ],
  letters: [
    { name: 'letters', open: at(href('letters')) },
    {
      name: 'letters-priced',
      open: async (page, postroom) => {
        await at(href('letters'))(page, postroom)
        await field(page, 'weight').fill('90g')
        await field(page, 'labels').fill('6')
        await page.locator('[data-place="13"]').press('u')
        await priced(page)
      },
    },
    {
      name: 'letters-roll',
      open: async (page, postroom) => {
        await at(href('letters'))(page, postroom)
        await page.locator('button#label_name').click()
        await page.getByRole('option', { name: /DK-22205/ }).click()
        await field(page, 'quantity').waitFor()
      },
    },
  ],
  printers: [
    {
      name: 'printers',
      open: async (page, postroom) => {
        await at(href('printers'))(page, postroom)
        await page.locator('button[name], select').first().waitFor({ state: 'attached' })
      },
    },
    {
      name: 'printers-unpair',
      open: async (page, postroom) => {
        await at(href('printers'))(page, postroom)
        await page.getByRole('button', { name: /^(Unpair|Dissocier)$/ }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
  ],
}

/** Every screen in its states, for the accessibility tests and the screenshots. */
export const SCREENS: readonly Screen[] = [
  ...OUTSIDE,
  ...Object.values(OF_PAGES).flatMap((screens) => screens.map((screen) => ({ ...screen, signedIn: true }))),
]

import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import { chooseCountry, field } from './support/send.ts'

const REFUSED = { status: 403, contentType: 'application/json', body: '{"code":"permission_denied","description":"x"}' }
const AGAIN = { name: 'Try again' }

test('permissions that cannot be had are told of, and asked for again', async ({ page, postroom }) => {
  await page.route('**/app-config.json', (route) => route.fulfill({ json: { project_variant: 'other' } }))
  await page.route('**/user/permission', (route) => route.fulfill(REFUSED))
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/shipping-single`)
  await expect(page.getByRole('main')).toContainText('This could not be loaded.')
  await page.unroute('**/user/permission')
  await page.getByRole('main').getByRole('button', AGAIN).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Send a parcel' })).toBeVisible()
})

test('options that cannot be had are told of, and asked for again', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/shipping-single`)
  await expect(page.getByRole('radio', { name: 'Signed For' })).toBeAttached()
  await page.route('**/carriers/RM/options?*', (route) => route.fulfill(REFUSED))
  await chooseCountry(page, 'to.country', 'France')
  await expect(page.getByRole('main')).toContainText('This could not be loaded.')
  await page.unroute('**/carriers/RM/options?*')
  await page.getByRole('main').getByRole('button', AGAIN).click()
  await expect(page.getByRole('radio', { name: /^International Standard/ })).toBeAttached()
})

test('the last sender that comes late disturbs nobody who is at the sender already', async ({ page, postroom }) => {
  await buy(postroom, { ...LETTER, from: { ...LETTER.from, address2: 'Pantperthog' } })
  const { promise: isTime, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/shipment/search?*', async (route) => {
    await isTime
    await route.continue()
  })
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/shipping-single`)
  await field(page, 'from.city').focus()
  const answered = page.waitForResponse('**/shipment/search?*')
  answer()
  await (await answered).finished()
  await page.keyboard.type('Corris')
  await expect(field(page, 'from.city')).toBeFocused()
  await expect(field(page, 'from.city')).toHaveValue('Corris')
  await expect(field(page, 'from.name')).toHaveValue('')

  await page.reload()
  await expect(field(page, 'from.city')).toBeHidden()
  await page.getByRole('button', { name: 'Change the sender' }).click()
  await expect(field(page, 'from.name')).toBeFocused()
  // what would be printed is never folded away
  await expect(field(page, 'from.address2')).toHaveValue('Pantperthog')
  await field(page, 'from.address2').fill('')
  await expect(field(page, 'from.address2')).toBeFocused()
})

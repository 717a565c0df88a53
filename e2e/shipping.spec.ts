import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { chooseCountry, field, fillLargeLetter, priced } from './support/send.ts'

test('prices come with the lines that make them, and the option decides the services', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  const summary = page.getByRole('complementary', { name: 'Service and price' })
  await expect(summary.getByRole('radio')).toHaveCount(2)
  await expect(summary.getByText(/2nd Class, Large letter, 101–250 g/i)).toBeVisible()
  await expect(summary.getByText('VAT: exempt')).toBeVisible()
  await expect(summary.getByText(/from 7 April 2026/)).toBeVisible()

  await page.getByText('Signed For', { exact: true }).click()
  await expect(summary.getByText('1st Class Signed For')).toBeVisible()
  await expect(summary.getByText('£3.90').first()).toBeVisible()
  await page.getByText('Special Delivery', { exact: true }).click()
  await expect(summary.getByText('Special Delivery by 1pm', { exact: true }).first()).toBeVisible()
  await expect(summary.getByText(/Special Delivery by 9am –/)).toBeVisible() // no published price, and it says so
})

test('another destination country clears options and service, says so, and can be undone', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await page.getByText('Signed For', { exact: true }).click()
  await priced(page)
  await chooseCountry(page, 'to.country', 'Jersey')
  await expect(page.getByText('Options and service were cleared because the country changed.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'None', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('radio', { name: 'Signed For', exact: true })).toBeChecked()
})

test('wrong input is told at its field', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  for (const [name, typed, words] of [
    ['to.postal_code', 'NOT A CODE', /This is not a United Kingdom postcode\./],
    ['to.address1', '', /Fill this in\./],
    ['weight', '0', /not a weight above zero/],
    ['weight', '-1', /not a weight above zero/],
    ['weight', '1000000000', /too big/],
    ['weight', 'NaN', /not a weight above zero/],
    ['to.name', 'Ω 😀', /label cannot show/],
  ] as const)
    await test.step(`${name}: ${typed || 'nothing'}`, async () => {
      const wrong = field(page, name)
      const right = await wrong.inputValue()
      await wrong.fill(typed)
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('alert', { name: 'There is a problem' }).getByRole('listitem')).toHaveText([words])
      await expect(wrong).toHaveAttribute('aria-invalid', 'true')
      await expect(wrong).toHaveAccessibleDescription(words)
      await wrong.fill(right)
      // while it is priced nothing can be bought, and so nothing is looked over
      await expect(page.getByRole('complementary')).toContainText('£1.90')
      await priced(page)
    })
})

test('a weight over the format is refused with the format it would be', async ({ page, postroom }) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await field(page, 'weight').fill('751g')
  await expect(page.getByText(/too heavy for this format/).first()).toBeVisible()
})

test('a rating failure is a notification with the message of the server, and nothing typed is lost', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await page.route('**/shipment/rate**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"code":"try_again","description":"Not now."}',
    }),
  )
  await field(page, 'weight').fill('140g')
  await expect(page.getByText(/Rating error/).first()).toBeVisible()
  await expect(field(page, 'weight')).toHaveValue('140g')
})

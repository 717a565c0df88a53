import { expect, signIn, test } from './support/fixtures.ts'
import { chooseCountry, field, fillLargeLetter } from './support/send.ts'

test('prices come with the lines that make them, and the option decides the services', async ({ page, postroom }) => {
  await signIn(page, postroom)
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
  await signIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await page.getByText('Signed For', { exact: true }).click()
  await chooseCountry(page, 'to.country', 'Jersey')
  await expect(page.getByText('Options and service were cleared because the country changed.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'None', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('radio', { name: 'Signed For', exact: true })).toBeChecked()
})

test.describe('wrong input is told at its field', () => {
  for (const [name, typed, words] of [
    ['to.postal_code', 'NOT A CODE', 'This is not a United Kingdom postcode.'],
    ['to.address1', '', 'Fill this in.'],
    ['weight', '0', /not a weight above zero/],
    ['weight', '-1', /not a weight above zero/],
    ['weight', '1000000000', /too big/],
    ['weight', 'NaN', /not a weight above zero/],
    ['to.name', 'Ω 😀', /label cannot show/],
  ] as const)
    test(`${name}: ${typed || 'nothing'}`, async ({ page, postroom }) => {
      await signIn(page, postroom)
      await fillLargeLetter(page, postroom)
      await field(page, name).fill(typed)
      await page.keyboard.press('Control+Enter')
      const wrong = field(page, name)
      await expect(wrong).toHaveAttribute('aria-invalid', 'true')
      const described = (await wrong.getAttribute('aria-describedby'))!.split(' ')
      const said = await Promise.all(
        described.map((id) =>
          page
            .locator(`[id="${id}"]`)
            .textContent({ timeout: 1_000 })
            .catch(() => ''),
        ),
      )
      expect(said.join(' ')).toMatch(words)
      await expect(page.getByText('There is a problem')).toBeVisible()
    })
})

test('a weight over the format is refused with the format it would be', async ({ page, postroom }) => {
  await signIn(page, postroom)
  await fillLargeLetter(page, postroom)
  await field(page, 'weight').fill('751g')
  await expect(page.getByText(/too heavy for this format/).first()).toBeVisible()
})

test('a rating failure is a notification with the message of the server, and nothing typed is lost', async ({
  page,
  postroom,
}) => {
  await signIn(page, postroom)
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

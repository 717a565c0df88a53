import { expect, newSession, test, useSession } from './support/fixtures.ts'
import { personAt } from './support/person.ts'

const TO = '14 Heol y Gogledd, Aberystwyth, SY23 2HT'

test('a Lite user buys a small parcel from home with the keyboard alone, and a reload keeps the answers', async ({
  page,
  context,
  postroom,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await useSession(page, postroom, await newSession(postroom, 'lite'))
  await page.goto(`${postroom.url}/app/home`)
  const person = personAt(page)
  const question = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  /** Tab until the control has the focus. */
  const reach = async (role: 'button' | 'textbox', name: string) => {
    const control = page.getByRole(role, { name, exact: true })
    await control.waitFor()
    for (let keys = 0; keys < 20; keys += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await person.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  const proceed = () => person.press('Control+Enter')

  await page.getByRole('heading', { level: 1 }).waitFor()
  await person.press('Control+k')
  await person.type('Send an')
  await expect(page.getByRole('option').first()).toContainText('Send an item')
  await person.press('Enter')

  await question('Who is it for?')
  await person.paste(`Marguerite Llewellyn\n${TO.replaceAll(', ', '\n')}`)
  await person.press('Enter') // a whole address moves the focus to Continue

  await question('What are you sending?')
  await reach('button', 'Continue')
  await person.press('Enter')
  await question('How heavy is it?')
  await reach('textbox', 'Weight')
  await person.type('90g')
  await person.press('Enter')

  await question('How fast must it arrive?')
  await expect(page.getByRole('radio').first()).toBeAttached()
  await page.reload()
  await question('How fast must it arrive?')
  await expect(page.getByRole('complementary', { name: 'So far' })).toContainText('£')
  await proceed()

  await question('Where should it come back to?')
  await reach('textbox', 'Name')
  await person.paste('Angharad Kendall\n3 Stryd y Bont\nMachynlleth\nSY20 8AE')
  await proceed()

  await question('Check and buy')
  await expect(page.getByRole('definition').filter({ hasText: 'Aberystwyth' })).toBeVisible()
  await proceed()
  await expect(
    page.getByRole('region', { name: /^Printed: 2nd Class Signed For to Marguerite Llewellyn/ }),
  ).toBeVisible({
    timeout: 30_000,
  })
  await question('Who is it for?')
  expect(person.interactions()).toBeLessThanOrEqual(16)
})

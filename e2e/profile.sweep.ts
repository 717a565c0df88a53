import { appCode } from './support/app-code.ts'
import { axeViolations } from './support/axe.ts'
import { comeSignedIn, expect, newSession, PASSWORD, test } from './support/fixtures.ts'

test('the account: another name, another session ended, and the second step turned on and off', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await newSession(postroom)
  await page.goto(`${postroom.url}/app/home`)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused()

  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const before = await name.inputValue()
  const saveName = async (text: string) => {
    await name.fill(text)
    await page.getByRole('button', { name: 'Save name and e-mail' }).click()
    await expect(page.getByRole('button', { name: new RegExp(`Your account: ${text}$`) })).toBeVisible()
  }
  await saveName('Angharad Mair')
  await page.reload()
  await expect(name).toHaveValue('Angharad Mair')
  await saveName(before)

  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByText('this one')).toHaveCount(1)
  const count = await sessions.getByRole('listitem').count()
  await sessions
    .getByRole('button', { name: /^End: / })
    .first()
    .click()
  await expect(sessions.getByRole('listitem')).toHaveCount(count - 1)

  const secondStep = page.getByRole('region', { name: 'Second step at sign-in' })
  await secondStep.getByRole('button', { name: 'Set up' }).click()
  await secondStep.getByLabel('Current password').fill(PASSWORD)
  await secondStep.getByRole('button', { name: 'Continue' }).click()
  const secret = (await secondStep.locator('code').textContent())!.replaceAll(' ', '')
  expect(await axeViolations(page)).toEqual([])
  await secondStep.getByLabel('Type the six digits it shows').fill(appCode(secret))
  await secondStep.getByRole('button', { name: 'Turn on' }).click()
  const codes = secondStep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.last().textContent())!
  await secondStep.getByRole('button', { name: 'I have kept them' }).click()
  await expect(secondStep.getByText('10 recovery codes are left.')).toBeVisible()

  await secondStep.getByRole('button', { name: 'Turn off' }).click()
  await secondStep.getByLabel('Current password').fill(PASSWORD)
  await secondStep.getByLabel('Sign-in code').fill(recovery)
  await secondStep.getByRole('button', { name: 'Turn off' }).click()
  await expect(secondStep.getByText('Off')).toBeVisible()
})

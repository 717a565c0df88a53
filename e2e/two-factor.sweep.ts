import fs from 'node:fs'
import path from 'node:path'
import { appCode } from './support/app-code.ts'
import { axeViolations } from './support/axe.ts'
import { expect, newSession, PASSWORD, test } from './support/fixtures.ts'
import type { Postroom } from './support/postroom.ts'

/** Turns on two-factor authentication of the demo user through the API. */
async function turnOn(postroom: Postroom) {
  const { token } = await newSession(postroom)
  const ask = async (act: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${postroom.url}/api/identity/v1/user/twoFactor${act}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`twoFactor${act} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { secret } = (await ask('', { current_password: PASSWORD })) as { secret: string }
  const { recovery_codes } = (await ask('/confirm', { otp: appCode(secret) })) as { recovery_codes: string[] }
  return {
    secret,
    recovery_codes,
    turnOff: () => ask('/remove', { current_password: PASSWORD, otp: recovery_codes.at(-1) }),
  }
}

test('a user with two-factor authentication signs in with a code of the app or a recovery code, and neither is kept', async ({
  page,
  postroom,
}) => {
  const { secret, recovery_codes, turnOff } = await turnOn(postroom)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  const password = page.getByLabel('Password', { exact: true })
  const code = page.getByLabel('Sign-in code')
  const untilAsked = async () => {
    await page.getByLabel('Username').fill('demo')
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(code).toBeFocused()
  }

  await page.goto(`${postroom.url}/login`)
  await untilAsked()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAccessibleDescription(/recovery code/)
  await expect(password).toHaveValue(PASSWORD)
  // asking for the code is not an error, so no notification appears
  expect(await page.getByText('Error ID').count()).toBe(0)
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])

  for (const [typed, words] of [
    ['', 'Fill this in.'],
    ['123', 'This code is wrong'],
    ['000000', 'This code is wrong'],
  ] as const) {
    await code.fill(typed)
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription(new RegExp(words))
    await expect(code).toHaveAttribute('aria-invalid', 'true')
  }

  await password.fill('another one')
  await expect(code).toBeHidden()
  await untilAsked()
  const recovery = recovery_codes[0]!.toLowerCase()
  await code.fill(recovery)
  await code.press('Enter')
  await page.waitForURL('**/app/home')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${postroom.url}/login`)
  await untilAsked()
  // the current code turned on two-factor authentication, and a code works once
  const next = appCode(secret, 1)
  await code.fill(next)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/home')

  const told = visited.join(' ') + fs.readFileSync(path.join(postroom.folder, 'server.log'), 'utf8')
  for (const used of [recovery, recovery_codes[0]!, next]) expect(told).not.toContain(used)
  await turnOff()
})

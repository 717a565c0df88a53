import { confirmTwoFactor, getTwoFactor, prepareTwoFactor, removeTwoFactor } from '@postroom/contract/two-factor'
import { fieldError } from '@postroom/contract/field-errors'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { Refusal, server } from '../../testing/fake-server.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { show } from '../../testing/show.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { saveSession } from '../../session/session-store.ts'
import { USER } from '../../testing/a-user.ts'
import { TwoFactorCard } from './two-factor-card.tsx'

const SECRET = 'QX4TKM7BWE2RNJ5DQX4TKM7BWE2RNJ5D'
const OFFER = { secret: SECRET, url: `otpauth://totp/Postroom:demo?secret=${SECRET}` }
const CODES = Array.from({ length: 10 }, (_code, at) => `ABCD-EFGH-IJKL-MNO${at}`)

const open = async () => {
  saveSession(USER)
  const user = show(<TwoFactorCard />)
  return { user, card: within(await screen.findByRole('region', { name: 'Second step at sign-in' })) }
}
const wrongCode = () => new Refusal('invalid_request', { fields: [fieldError('otp', 'invalid')] })

it('is set up: password, QR code, first code of the app, and ten recovery codes', async () => {
  let active = false
  server.on(getTwoFactor, () => ({ active, recovery_codes_left: active ? 10 : 0 }))
  const prepared = server.on(prepareTwoFactor, () => OFFER)
  const answers = [
    wrongCode,
    () => {
      active = true
      return { recovery_codes: CODES }
    },
  ]
  const confirmed = server.on(confirmTwoFactor, () => answers.shift()!())
  const files = savedFiles()
  const { user, card } = await open()
  expect(await card.findByText('Off')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Set up' }))
  expect(card.getByLabelText('Current password')).toHaveFocus()
  expect(card.queryByLabelText('Sign-in code')).toBeNull()
  await user.type(card.getByLabelText('Current password'), 'demo-postroom{Enter}')
  const digits = await card.findByLabelText('Type the six digits it shows')
  expect(prepared.map(({ body }) => body)).toEqual([{ current_password: 'demo-postroom' }])
  expect(digits).toHaveFocus()
  expect(card.getByText('QX4T KM7B WE2R NJ5D QX4T KM7B WE2R NJ5D')).toBeVisible()
  const qr = await card.findByRole('img', { name: 'QR code for the authenticator app' })
  expect(decodeURIComponent(qr.getAttribute('src')!)).toMatch(/^data:image\/svg\+xml,<svg .*<path d="M/s)

  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(card.getByRole('button', { name: 'Copy the secret' }))
  expect(await card.findAllByText('Copied')).toHaveLength(2)
  expect(copy).toHaveBeenCalledWith(SECRET)

  const turnOn = card.getByRole('button', { name: 'Turn on' })
  await user.type(digits, '418 02')
  expect(turnOn).toBeDisabled()
  await user.type(digits, '{Enter}')
  expect(confirmed).toEqual([])
  expect(digits).toHaveAttribute('maxlength', '40')
  await user.type(digits, '7')
  await user.click(turnOn)
  await waitFor(() => expect(digits).toHaveAccessibleDescription(/^This code is wrong/))
  expect(openToast()).toBeUndefined()
  expect(digits).toHaveFocus()
  await user.clear(digits)
  await user.type(digits, '418027{Enter}')
  const codes = await card.findByRole('list', { name: 'Recovery codes' })
  expect(codes).toHaveFocus()
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((code) => code.textContent),
  ).toEqual(CODES)
  expect(confirmed.map(({ body }) => body.otp)).toEqual(['418 027', '418027'])
  await user.click(card.getByRole('button', { name: 'Copy the recovery codes' }))
  await user.click(card.getByRole('button', { name: 'Save as a file' }))
  expect(files).toMatchObject([{ name: 'postroom-recovery-codes.txt', type: 'text/plain' }])
  expect(await files[0]?.text).toBe(`${CODES.join('\n')}\n`)
  expect(copy).toHaveBeenLastCalledWith(`${CODES.join('\n')}\n`)
  await user.click(card.getByRole('button', { name: 'I have kept them' }))
  expect(await card.findByText('On')).toBeVisible()
  expect(card.getByText('10 recovery codes are left.')).toBeVisible()
  expect(card.queryByText(CODES[0]!)).toBeNull()
})

it('changes nothing when it is cancelled', async () => {
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
  server.on(prepareTwoFactor, () => OFFER)
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'Set up' }))
  await user.click(card.getByRole('button', { name: 'Cancel' }))
  await user.click(card.getByRole('button', { name: 'Set up' }))
  await user.type(card.getByLabelText('Current password'), 'demo-postroom{Enter}')
  await user.click(await card.findByRole('button', { name: 'Cancel' }))
  expect(card.getByText('Off')).toBeVisible()
  expect(card.getByRole('button', { name: 'Set up' })).toBeVisible()
})

it('is turned off with password and code, and shows which of them is wrong', async () => {
  let active = true
  server.on(getTwoFactor, () => ({ active, recovery_codes_left: 2 }))
  const answers = [
    () => new Refusal('invalid_request', { fields: [fieldError('current_password', 'password_wrong')] }),
    wrongCode,
    () => {
      active = false
      return { active: false as const }
    },
  ]
  const removed = server.on(removeTwoFactor, () => answers.shift()!())
  const { user, card } = await open()
  expect(await card.findByText('2 recovery codes are left.')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  const [password, code] = [card.getByLabelText('Current password'), card.getByLabelText('Sign-in code')]
  const submit = () => user.click(card.getByRole('button', { name: 'Turn off' }))
  await user.type(password, 'demo-postroom')
  await submit()
  expect(code).toHaveAccessibleDescription(/Fill this in/)
  await user.type(code, 'abcd-efgh-ijkl-mnop')
  await submit()
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'))
  await submit()
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong/))
  await submit()
  expect(await card.findByText('Off')).toBeVisible()
  expect(openToast()).toBeUndefined()
  expect(removed.at(-1)?.body).toEqual({ current_password: 'demo-postroom', otp: 'abcd-efgh-ijkl-mnop' })
})

it('takes a code before another telephone is set up', async () => {
  server.on(getTwoFactor, () => ({ active: true, recovery_codes_left: 9 }))
  const prepared = server.on(prepareTwoFactor, () => OFFER)
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'New telephone or new codes' }))
  await user.type(card.getByLabelText('Current password'), 'demo-postroom')
  await user.type(card.getByLabelText('Sign-in code'), '418027{Enter}')
  expect(await card.findByLabelText('Type the six digits it shows')).toBeVisible()
  expect(prepared.map(({ body }) => body)).toEqual([{ current_password: 'demo-postroom', otp: '418027' }])
})

it('offers to load its state again after a failure', async () => {
  server.on(getTwoFactor, () => new Refusal('invalid_request'))
  const { user, card } = await open()
  expect(await card.findByText('This could not be loaded.')).toBeVisible()
  expect(openToast()).toBeUndefined()
  expect(card.queryByText(/^(On|Off)$/)).toBeNull()
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Off')).toBeVisible()
})

it('shows at its field, in no toast, that the password is wrong', async () => {
  const wrong = [fieldError('current_password', 'password_wrong')]
  server.on(getTwoFactor, () => ({ active: false, recovery_codes_left: 0 }))
  server.on(prepareTwoFactor, () => new Refusal('invalid_request', { fields: wrong }))
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'Set up' }))
  const password = card.getByLabelText('Current password')
  await user.type(password, '{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription(/Fill this in/))
  await user.type(password, 'x{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'))
  expect(openToast()).toBeUndefined()
})

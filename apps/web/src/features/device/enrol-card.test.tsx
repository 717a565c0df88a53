import {
  listEnrolmentCodes,
  makeEnrolmentCode,
  removeEnrolmentCode,
  type EnrolmentCode,
} from '@postroom/contract/enrolment'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const CODE: EnrolmentCode = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c31',
  starts_with: 'K7QM',
  devices: 3,
  devices_max: 10,
  expires_at: '2026-12-04T09:00:00.000Z',
}
const SECRET = 'K7QM-2XWP-9FGH-JKLM-NPQR-STUV'

function open(permissions: readonly string[] = ['manage_devices']) {
  server.on(getPermission, () => ({ permissions: [...permissions], roles: [], products: [], custom_data: {} }))
  return openPage('/app/device-preferences')
}
const card = async () => within(await screen.findByRole('region', { name: 'Install on several computers' }))

it('is shown only to those who manage the device managers of all', async () => {
  const listed = server.on(listEnrolmentCodes, () => pageOf([]))
  open([])
  expect(await screen.findByText('No device manager is paired yet')).toBeVisible()
  expect(screen.queryByText('Install on several computers')).toBeNull()
  expect(listed).toEqual([])
})

it('lists the codes that work, by their first characters', async () => {
  server.on(listEnrolmentCodes, () => pageOf([CODE]))
  open()
  const row = within(await (await card()).findByRole('listitem'))
  expect(row.getByText('K7QM…')).toBeVisible()
  expect(row.getByText('3 of 10 computers paired')).toBeVisible()
  expect(row.getByText('Valid until 4 Dec 2026, 09:00')).toBeVisible()
})

it('makes a code, shows it once with the words for the installer, and then lists it', async () => {
  let codes: EnrolmentCode[] = []
  server.on(listEnrolmentCodes, () => pageOf(codes))
  const asked = server.on(makeEnrolmentCode, () => {
    codes = [{ ...CODE, devices: 0 }]
    return { enrolment: codes[0]!, code: SECRET }
  })
  const user = open()
  await user.click(await (await card()).findByRole('button', { name: 'Make a code' }))
  const form = within(screen.getByRole('dialog', { name: 'Make an enrolment code' }))
  await user.clear(form.getByLabelText(/^Computers/))
  await user.type(form.getByLabelText(/^Computers/), '501')
  await user.click(form.getByRole('button', { name: 'Make a code' }))
  expect(form.getByLabelText(/^Computers/)).toHaveAccessibleDescription(/Enter a number from 1 to 500/)
  await user.clear(form.getByLabelText(/^Computers/))
  await user.type(form.getByLabelText(/^Computers/), '25')
  await user.click(form.getByRole('button', { name: 'Make a code' }))
  const shown = within(await screen.findByRole('dialog', { name: 'The enrolment code' }))
  expect(shown.getByText(SECRET)).toHaveFocus()
  expect(shown.getByText(`/S /SERVER=${location.origin} /CODE=${SECRET}`)).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ devices_max: 25, days: 7 }])
  await user.click(shown.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText(SECRET)).toBeNull()
  expect(await (await card()).findByText('0 of 10 computers paired')).toBeVisible()
})

it('withdraws a code after a question; a refusal is said and the code stays', async () => {
  let codes = [CODE]
  let refuse = true
  server.on(listEnrolmentCodes, () => pageOf(codes))
  server.on(removeEnrolmentCode, ({ params }) => {
    if (refuse) return new Refusal('try_again')
    codes = []
    return { id: params.id }
  })
  const user = open()
  const withdraw = async () => {
    const asking = within(await screen.findByRole('alertdialog', { name: 'Withdraw the code K7QM…?' }))
    await user.click(asking.getByRole('button', { name: 'Withdraw' }))
  }
  await user.click(await (await card()).findByRole('button', { name: 'Withdraw, K7QM' }))
  await withdraw()
  expect(await screen.findByText(/try again/i)).toBeVisible()
  expect(screen.getByText('K7QM…')).toBeInTheDocument()
  refuse = false
  await withdraw()
  expect(await screen.findByText('The code was withdrawn.')).toBeVisible()
  await waitFor(async () => expect((await card()).queryByText('K7QM…')).toBeNull())
})

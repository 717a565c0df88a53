import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { FROM } from '../testing/a-shipment.ts'
import { show } from '../testing/show.tsx'
import { AddresseeSummary } from './addressee-summary.tsx'

const ID = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const text = () => document.querySelector('address')?.textContent

it.each([
  [ID, 'invalid', 'Check this address'],
  [ID, 'verified', 'Address checked'],
  [ID, 'unverified', ''],
  [null, 'unverified', 'Sent before'],
  [null, 'invalid', 'Check this address'],
] as const)('an addressee with the id %s whose address is %s has the badge %s', (id, correction_status, badge) => {
  const addressee = { id, code: '', address: FROM, correction_status, sent: 1, last_sent_at: null }
  show(<AddresseeSummary address={FROM} addressee={addressee} onChange={() => {}} />)
  expect(text()).toBe(`Angharad Kendall${badge}3 Stryd y Bont, Machynlleth, SY20 8AE`)
})

it.each([
  [{ company_name: 'Bindery' }, 'Angharad Kendall· Bindery3 Stryd y Bont, Machynlleth, SY20 8AE'],
  [{ name: '', company_name: 'Bindery' }, 'Bindery3 Stryd y Bont, Machynlleth, SY20 8AE'],
  [{ country: 'FR', postal_code: '75011' }, 'Angharad Kendall3 Stryd y Bont, Machynlleth, 75011, France'],
])('with %o reads %s', async (change, written) => {
  const onChange = vi.fn<() => void>()
  const user = show(<AddresseeSummary address={{ ...FROM, ...change }} addressee={undefined} onChange={onChange} />)
  expect(text()).toBe(written)
  await user.click(screen.getByRole('button', { name: 'Change the addressee' }))
  expect(onChange).toHaveBeenCalledOnce()
})

import { screen } from '@testing-library/dom'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { PostingField } from './posting-field.tsx'

const TODAY = '2026-11-27'

function Posting({ date, postcode }: { date: string; postcode: string }) {
  const { control } = useForm<ShippingForm>({ defaultValues: { ...emptyShippingForm(TODAY), shipping_date: date } })
  return <PostingField control={control} today={TODAY} sender={{ country: 'GB', postal_code: postcode }} />
}

it('names today and tomorrow, and marks days without a collection', async () => {
  const user = show(<Posting date={TODAY} postcode="SY20 8AE" />)
  const day = screen.getByRole('button', { name: /Posting day/ })
  expect(day).toHaveTextContent('Today, Friday 27 November')
  expect(screen.queryByText(/^There is no collection/)).toBeNull()
  await user.click(day)
  const labels = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(labels.slice(0, 4)).toEqual([
    'Today, Friday 27 November',
    'Tomorrow, Saturday 28 November',
    'Sunday 29 November – no collection',
    'Monday 30 November',
  ])
  await user.click(screen.getAllByRole('option')[2]!)
  expect(day).toHaveTextContent('Sunday 29 November – no collection')
  const collected = 'There is no collection on this day. Your item will be collected on Monday 30 November.'
  expect(screen.getByText(collected)).toBeVisible()
})

it('names the bank holidays at the address of the sender', async () => {
  const user = show(<Posting date={TODAY} postcode="EH1 1AA" />)
  await user.click(screen.getByRole('button', { name: /Posting day/ }))
  expect(screen.getByRole('option', { name: /Monday 30 November/ })).toHaveTextContent('bank holiday, no collection')
})

import { compensationLevels, optionOf as optionRow } from '@postroom/domain/catalogue/options'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { screen } from '@testing-library/dom'
import { useForm, useWatch } from 'react-hook-form'
import { expect, it } from 'vitest'
import type { OptionRow } from '../item-form/item-form-queries.ts'
import { optionOf, serviceIn } from '../item-form/service-choice.ts'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { useChoices } from '../item-form/use-choices.ts'
import { show } from '../testing/show.tsx'
import { ServiceExtras } from './service-extras.tsx'

function Extras({ service }: { service: ServiceCode }) {
  const form = useForm<ShippingForm>({ defaultValues: emptyShippingForm('2026-11-27') })
  const { chooseExtra } = useChoices(form)
  const values = useWatch({ control: form.control }) as ShippingForm
  return (
    <>
      <ServiceExtras control={form.control} service={service} options={[rowOf(service)]} onExtra={chooseExtra} />
      <output>{JSON.stringify(serviceIn(values))}</output>
    </>
  )
}

const CHOICES: Record<string, number[]> = { consequential_loss: [0, 1000, 2500] }
function rowOf(service: ServiceCode): OptionRow {
  const code = optionOf(service) as OptionRow['code']
  const { name, services, fields } = optionRow(code)
  return {
    code,
    name,
    services: [...services],
    available: true,
    fields: fields.map((field) => ({
      code: field,
      type: 'choice',
      choices: CHOICES[field] ?? compensationLevels(services),
    })),
  }
}
const values = () => JSON.parse(screen.getByRole('status').textContent) as Record<string, unknown>
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('offers the cover of Special Delivery, and chooses the service with it', async () => {
  const user = show(<Extras service="SD" />)
  const cover = screen.getByRole('button', { name: /Compensation/ })
  await user.click(cover)
  expect(options()).toEqual(['Included with the service', 'Up to £750', 'Up to £1,000', 'Up to £2,500'])
  await user.click(screen.getByRole('option', { name: 'Up to £1,000' }))
  await user.click(screen.getByRole('button', { name: /consequential loss/ }))
  expect(options()).toEqual(['None', 'Up to £1,000', 'Up to £2,500'])
  await user.click(screen.getByRole('option', { name: 'Up to £2,500' }))
  expect(values()).toMatchObject({ service: 'SD', compensation: '1000', consequential_loss: '2500' })
  await user.click(cover)
  await user.click(screen.getByRole('option', { name: 'Included with the service' }))
  expect(values()).toMatchObject({ compensation: '' })
})

it('offers only the levels that the service itself has', async () => {
  const user = show(<Extras service="SD9AM" />)
  await user.click(screen.getByRole('button', { name: /Compensation/ }))
  expect(options()).toEqual(['Included with the service', 'Up to £50', 'Up to £1,000', 'Up to £2,500'])
})

it('asks for the amount of the user’s own postage, or of a surcharge', async () => {
  const user = show(<Extras service="frank_pay" />)
  expect(screen.getByLabelText('Postage value')).toHaveAttribute('maxlength', '10')
  await user.click(screen.getByRole('radio', { name: 'Surcharge' }))
  expect(screen.getByLabelText('Surcharge', { selector: 'input[type=text]' })).toBeVisible()
  expect(values()).toMatchObject({ service: 'frank_pay', own_value: 'surcharge' })
})

it.each(['1SF', 'TR48', 'TR48S', 'IE'] as const)('offers nothing with %s', (service) => {
  show(<Extras service={service} />)
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryAllByRole('textbox')).toEqual([])
})

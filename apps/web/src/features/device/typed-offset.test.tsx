import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { show, WithValue } from '../../testing/show.tsx'
import { OffsetFields } from './offset-fields.tsx'

type Config = NonNullable<PrinterConfigs['shipping']>
const MEDIA = { width_mm: 102, height_mm: 152 }
const CONFIG: Config = { printerId: 'ql', defaultOrSpecific: 'default', paperFormat: '4x6' }
let value: Config
const showFields = (initial: Config) =>
  show(
    <WithValue initial={initial}>
      {(now, change) => {
        value = now
        return <OffsetFields kind="shipping" media={MEDIA} value={now} onChange={change} />
      }}
    </WithValue>,
  )
const details = () => document.querySelector('details')!
const fields = () => screen.getAllByRole<HTMLInputElement>('textbox')

it('is closed without an offset, keeps what is typed for these media, and forgets an empty one', async () => {
  const user = showFields(CONFIG)
  expect(details().open).toBe(false)
  await user.click(document.querySelector('summary')!)
  expect(details().open).toBe(true)
  const [x, y] = fields()
  expect([x!.name, y!.name]).toEqual(['shipping-offset-x', 'shipping-offset-y'])
  expect([x!.maxLength, x!.value]).toEqual([6, ''])
  await user.type(x!, '1,5')
  await user.type(y!, '-0.5')
  expect(value.offsets).toEqual([{ printerId: 'ql', ...MEDIA, x_mm: 1.5, y_mm: -0.5 }])
  expect(x).toHaveValue('1,5')
  await user.clear(x!)
  await user.clear(y!)
  expect(value).toEqual(CONFIG)
})

it('is open with an offset, written in the user’s language, and says at once that a number is wrong', async () => {
  const user = showFields({ ...CONFIG, offsets: [{ printerId: 'ql', ...MEDIA, y_mm: 2.5 }] })
  expect(details().open).toBe(true)
  const [x, y] = fields()
  expect([x!.value, y!.value]).toEqual(['', '2.5'])
  expect(y).toBeValid()
  await user.clear(y!)
  await user.type(y!, '9')
  expect(y).toBeInvalid()
  expect(y).toHaveAccessibleDescription(/5/)
  expect(x).toBeValid()
})

import { deleteGoods, listGoods, saveGoods, searchHsCodes } from '@postroom/contract/goods'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { server } from '../testing/fake-server.ts'
import { field, fillGift } from '../testing/shipping-form.ts'

const goodsOf = (id: number, description: string, change: object = {}) => ({
  id: `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0${id}`,
  description,
  weight: { value: 310, units: 'G' as const },
  value: 18_00,
  hs_code: '482010',
  origin_country: 'GB',
  sku: '',
  manufacturer_id: '',
  ...change,
})
const KEPT = [
  goodsOf(1, 'Linen-bound notebook, A5', { sku: 'NB-5' }),
  goodsOf(2, 'Cotton bookmark ribbon', { weight: { value: 0.02, units: 'KG' }, value: 3_20, hs_code: '580631' }),
  goodsOf(3, 'Brass page holder', { origin_country: 'IN' }),
]
beforeEach(() => void server.on(listGoods, () => ({ data: KEPT })))

const adding = () => screen.getByRole('combobox', { name: 'Add goods' })
const at = (index: number, name: string) => field(`customs.contents_items.${index}.${name}`)
const openPicker = async (): Promise<UserEvent> => {
  const user = await fillGift()
  await user.click(adding())
  await screen.findByRole('option', { name: /^Brass page holder/ })
  return user
}

it('adds kept goods with all their fields by a word and Enter, and keeps the focus', async () => {
  const user = await openPicker()
  for (const word of ['note', 'ribbon cot', 'BRASS']) {
    await user.keyboard(`${word}{Enter}`)
    await waitFor(() => expect(adding()).toHaveValue(''))
    expect(adding()).toHaveFocus()
  }
  const rows = screen.getAllByRole('group', { name: /^Item \d/ })
  expect(rows).toHaveLength(3)
  expect(at(0, 'description')).toHaveValue('Linen-bound notebook, A5')
  expect(at(0, 'weight')).toHaveValue('310')
  expect(at(0, 'value')).toHaveValue('18.00')
  expect(at(0, 'hs_code')).toHaveValue('482010')
  expect(at(0, 'sku')).toHaveValue('NB-5')
  expect(at(1, 'weight')).toHaveValue('0.02 kg')
  expect(at(2, 'origin_country')).toHaveValue('India')
})

it('finds kept goods by beginnings of words, and says how many match', async () => {
  const user = await openPicker()
  await user.keyboard('b')
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual([
    'Linen-bound notebook, A5310 g£18.00482010United Kingdom',
    'Cotton bookmark ribbon0.02 kg£3.20580631United Kingdom',
    'Brass page holder310 g£18.00482010India',
    'New item: b',
    'Find the HS code for b by words',
  ])
  await user.keyboard('ra')
  expect(screen.getByText('1 of 3 kept goods')).toBeInTheDocument()
})

it('adds a new item where it was made last, with the focus on what is missing', async () => {
  const user = await openPicker()
  await user.keyboard('brass{Enter}Silver ring{Enter}')
  await waitFor(() => expect(at(1, 'weight')).toHaveFocus())
  expect(at(1, 'description')).toHaveValue('Silver ring')
  expect(at(1, 'origin_country')).toHaveValue('India')
  expect(at(1, 'quantity')).toHaveValue('1')
})

it('finds the HS code by the words of the new item, and fills it in', async () => {
  const asked = server.on(searchHsCodes, () => ({
    data: [{ code: '711311', description: 'Jewellery; of silver' }],
  }))
  const user = await openPicker()
  await user.keyboard('Silver ring{ArrowDown}{Enter}')
  await waitFor(() => expect(at(0, 'hs_code')).toHaveFocus())
  await user.keyboard('s')
  await screen.findByRole('option', { name: /^7113\.11/ })
  await user.keyboard('{Enter}')
  expect(at(0, 'hs_code')).toHaveValue('711311')
  expect(asked.at(-1)?.query.q).toBe('Silver rings')
})

it('shows codes that arrive after the page has moved', async () => {
  const found = Promise.withResolvers<{ data: { code: string; description: string }[] }>()
  server.on(searchHsCodes, () => found.promise)
  const user = await fillGift()
  await user.clear(at(0, 'hs_code'))
  await user.keyboard('book')
  expect(await screen.findByRole('listbox')).toHaveTextContent('Loading')
  fireEvent.scroll(document.body)
  await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
  found.resolve({ data: [{ code: '490199', description: 'Printed books' }] })
  expect(await screen.findByRole('option', { name: /^4901\.99/ })).toBeVisible()
})

it('does not search codes for digits, and says when no code has the words', async () => {
  const asked = server.on(searchHsCodes, () => ({ data: [] }))
  const user = await fillGift()
  await user.click(at(0, 'hs_code'))
  await user.keyboard('4901.99')
  expect(asked).toEqual([])
  await user.clear(at(0, 'hs_code'))
  await user.keyboard('xylo')
  expect(await screen.findByText(/^No code has these words/)).toBeVisible()
})

it('forgets kept goods, and undoes that', async () => {
  const forgotten = server.on(deleteGoods, ({ params }) => params)
  const saved = server.on(saveGoods, ({ body }) => ({ id: KEPT[0]!.id, ...body }))
  const user = await fillGift()
  await user.click(screen.getByRole('button', { name: 'Goods I often send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Goods I often send' }))
  await user.click(await dialog.findByRole('button', { name: 'Forget Linen-bound notebook, A5' }))
  expect(await dialog.findByText('Forgotten: Linen-bound notebook, A5')).toBeVisible()
  expect(forgotten).toMatchObject([{ params: { id: KEPT[0]!.id } }])
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3))
  const { id: _id, ...item } = KEPT[0]!
  expect(saved.map(({ body }) => body)).toEqual([item])
})

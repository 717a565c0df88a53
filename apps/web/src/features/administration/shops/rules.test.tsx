import { getPermission } from '@postroom/contract/identity'
import {
  listSendingRules,
  previewSendingRules,
  saveSendingRules,
  type SendingRuleFields,
} from '@postroom/contract/sending-rule'
import { listShops } from '@postroom/contract/shop'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { SHOP } from '../../../testing/an-administration.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'

let rules: SendingRuleFields[]
beforeEach(() => {
  rules = [
    { destination: 'uk', service: '1SF' },
    { destination: 'uk', service: 'TR24' },
  ]
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listShops, () => ({ data: [SHOP] }))
  server.on(listSendingRules, () => ({ rules }))
  server.on(previewSendingRules, () => ({ orders: 0, rules: [], rest: { count: 0, examples: [] } }))
})
const open = () => openPage('/app/administration?view=shops')

const names = () =>
  within(screen.getByRole('region', { name: 'How orders are sent' }))
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('button', { name: /Service$/ }).textContent)

const save = () => screen.getByRole('button', { name: 'Save the rules' })

describe('the rules', () => {
  it('change places, and are removed; they are saved once they differ', async () => {
    const saved = server.on(saveSendingRules, ({ body }) => body)
    const user = open()
    await screen.findByRole('button', { name: 'Save the rules' })
    const [first, second] = names()
    expect(save()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Move down, Rule 1' }))
    expect(names()).toEqual([second, first])
    expect(save()).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Move up, Rule 2' }))
    expect(names()).toEqual([first, second])
    expect(save()).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Remove, Rule 1' }))
    expect(names()).toEqual([second])
    await user.click(save())
    expect(await screen.findByText('The rules are saved.')).toBeVisible()
    expect(saved.map(({ body }) => body)).toEqual([{ rules: [rules[1]] }])
    await waitFor(() => expect(save()).toBeDisabled())
  })

  it('that cannot be saved stay, which is said', async () => {
    server.on(saveSendingRules, () => new Refusal('try_again'))
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Remove, Rule 1' }))
    expect(screen.queryByText(/could not be saved/)).toBeNull()
    await user.click(save())
    expect(await screen.findByText('The rules could not be saved. Try again.')).toBeVisible()
    expect(names()).toHaveLength(1)
    expect(save()).toBeEnabled()
  })

  it('can be none, and say when no orders came', async () => {
    rules = []
    open()
    expect(await screen.findByText('No orders came in the last seven days.')).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'How orders are sent' })).queryByRole('list')).toBeNull()
    expect(save()).toBeDisabled()
  })

  it('each say what they would have done, except while they are new', async () => {
    server.on(previewSendingRules, () => ({
      orders: 9,
      rules: [
        { count: 1, examples: ['#7'] },
        { count: 2, examples: [] },
      ],
      rest: { count: 6, examples: [] },
    }))
    open()
    expect(await screen.findByText('In the last seven days: 1 order: #7')).toBeVisible()
    expect(screen.getByText('In the last seven days: 2 orders')).toBeVisible()
    expect(screen.getByText('No rule fits 6 orders. 9 orders came in the last seven days.')).toBeVisible()
  })

  it('are previewed once the typing pauses and they can be read', async () => {
    useMovedClock()
    const asked = server.on(previewSendingRules, () => {
      return { orders: 0, rules: [], rest: { count: 0, examples: [] } }
    })
    const user = open()
    const [weight] = await screen.findAllByRole('textbox', { name: /^Weight up to/ })
    await pass(1)
    expect(asked.map(({ body }) => body)).toEqual([{ rules }])
    await user.type(weight!, '2 kgs')
    await pass(1)
    expect(asked).toHaveLength(1)
    await user.keyboard('{Backspace}')
    await pass(0.2)
    expect(asked).toHaveLength(1)
    await pass(0.3)
    expect(asked.slice(1).map(({ body }) => body)).toEqual([{ rules: [{ ...rules[0], max_grams: 2000 }, rules[1]] }])
  })

  it('are previewed in silence, once', async () => {
    const asked = server.on(previewSendingRules, () => new Refusal('try_again'))
    open()
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked).toHaveLength(1)
    expect(screen.queryByText(/Error ID/)).toBeNull()
    for (const name of [/^Weight up to/, /^Value over/])
      expect(screen.getAllByRole('textbox', { name })[0]).toHaveAttribute('maxlength', '12')
  })

  it('are not read again while they are changed', async () => {
    const lists = server.on(listSendingRules, () => ({ rules }))
    useMovedClock()
    open()
    await screen.findByRole('button', { name: 'Save the rules' })
    await pass(60)
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1)
    expect(lists).toHaveLength(1)
  })

  it('of a destination choose among its services', async () => {
    const user = open()
    await user.click((await screen.findAllByRole('button', { name: /Destination$/ }))[0]!)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Everywhere',
      'United Kingdom',
      'Abroad',
    ])
    await user.click(screen.getByRole('option', { name: 'Abroad' }))
    await user.click(screen.getAllByRole('button', { name: /Service$/ })[0]!)
    const [, other] = screen.getAllByRole('option')
    const name = other!.textContent
    await user.click(other!)
    expect(names()[0]).toContain(name)
  })
})

import { virtual } from '@guidepup/virtual-screen-reader'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { heard, listen, tab } from '../../testing/heard.ts'
import { openPage } from '../../testing/open-page.tsx'
import { readyToBuy, reportJob } from '../../testing/ready-to-buy.ts'
import { fill, priced, ready } from '../../testing/shipping-form.ts'

afterEach(() => virtual.stop())

it('says each step of a purchase by keyboard, the price, and what was bought', async () => {
  const { device, prints } = readyToBuy()
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/shipping-single?packaging=large_letter')
  await ready()
  await listen()
  expect(await tab(user, 2)).toEqual([
    'combobox, Country, United Kingdom, has popup listbox, not expanded, autocomplete in list',
    'button, Write a new address',
  ])
  await user.keyboard('{Enter}')
  expect(await heard()).toEqual(['textbox, Name'])
  fill('to.name', 'Marguerite Llewellyn')
  expect(await tab(user, 2)).toEqual(['textbox, Company optional', 'textbox, Address'])
  fill('to.address1', '14 Heol y Gogledd')
  fill('to.city', 'Aberystwyth')
  fill('to.postal_code', 'SY23 2HT')
  expect(await tab(user, 7)).toEqual([
    'textbox, Town or city, Aberystwyth',
    'textbox, Postcode, SY23 2HT',
    'combobox, Country, United Kingdom, Changing the country clears options and service., has popup listbox, not expanded, autocomplete in list',
    'button, More lines, telephone and e-mail',
    'checkbox, Save to address book, not checked',
    'radio, Large letter, to 750 g, checked, position 2, set size 5',
    'textbox, Weight, For example 250, 250g or 1.2kg',
  ])
  fill('weight', '130g')
  await waitFor(priced)
  expect(await heard()).toEqual(['polite: Total £1.90'])
  const [length, width, height, ...services] = await tab(user, 6)
  expect([length, width, height]).toEqual(['textbox, Length', 'textbox, Width', 'textbox, Height'])
  expect(services).toContainEqual(
    expect.stringMatching(
      /^radio, 2nd Class, £1\.90, Suggested, \w.*, aim, Not tracked, cover £20, checked, position 1, set size 10$/,
    ),
  )
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'printed')
  await screen.findByRole('region', { name: /^Printed/ })
  expect(await heard()).toEqual([
    expect.stringMatching(/^combobox, Who to\?,/),
    'polite: Being printed: 2nd Class to Marguerite Llewellyn, £0.91',
    'polite: Printed: 2nd Class to Marguerite Llewellyn, £0.91',
  ])
}, 60_000)

it('says why nothing was bought, and leads to the field', async () => {
  const { purchases } = readyToBuy()
  const user = openPage('/app/shipping-single?packaging=large_letter')
  await ready()
  await listen()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('alert', { name: 'There is a problem' })
  await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'alert'))
  expect(await heard()).toEqual(['alert, There is a problem'])
  expect(await tab(user)).toEqual(['link, To – Name: Give a name or a company.'])
  await user.keyboard('{Enter}')
  expect(await heard()).toEqual(['textbox, Name, Give a name or a company., invalid'])
  expect(purchases).toHaveLength(0)
}, 60_000)

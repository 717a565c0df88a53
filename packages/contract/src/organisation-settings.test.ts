import { describe, expect, test } from 'vitest'
import { mailingOf, saveOrganisationSettings } from './organisation-settings.ts'
import { listOf, testBounds, testKept, text } from './testing/bounds.ts'

const slogan = { text: 'Bound by hand', is_default: false }
const SETTINGS = {
  sheet: { letters: 'L7163', parcels: '4x6', first_position: { index: 0, row: 2 }, continues: true },
  slogans: [slogan, slogan],
  return_address: { lines: 'Unit 2', on_letters: true },
  sender: { id: null },
  delivery_mails: { addressee: ['dispatched'], sender: ['problem'] },
}

describe('the settings of an organisation', () => {
  testBounds(saveOrganisationSettings.body, SETTINGS, [
    ['sheet.letters', ['L7163'], ['', '4x6', 'L0000']],
    ['sheet.parcels', ['DK-11241', undefined], ['', 'L7163']],
    [
      'sheet.first_position',
      [{ index: 1, row: 6 }, undefined],
      [
        { index: 2, row: 6 },
        { index: 0, row: 7 },
      ],
    ],
    ['slogans', [[], listOf(20, slogan)], [listOf(21, slogan), listOf(2, { ...slogan, is_default: true })]],
    ['slogans.0.text', ['x', text(60)], ['', text(61), 'a\nb']],
    ['slogans.1.until', ['2026-12-06', undefined], ['2026-02-30']],
    ['return_address.lines', ['', 'a\nb\nc\nd', text(200)], ['a\nb\nc\nd\ne', text(201)]],
    ['delivery_mails.sender', [[], ['dispatched', 'delivered', 'problem']], [['collected'], undefined]],
    ['sender.id', [null], ['office', undefined]],
  ])
  testKept(saveOrganisationSettings.body, SETTINGS, [['sheet', {}, { continues: true }]])

  test('a section of a user’s own takes precedence over that of the organisation, whole', () => {
    const { sheet, return_address } = SETTINGS
    const own = { sheet: { letters: 'DK-22205', continues: true } }
    expect(mailingOf({ sheet, return_address }, own)).toEqual({ ...own, return_address })
    expect(mailingOf({ sheet }, null)).toEqual({ sheet })
  })
})

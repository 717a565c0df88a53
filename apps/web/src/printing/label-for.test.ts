import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { PAPER_FORMATS } from '@postroom/domain/media/paper-formats'
import { LABEL_FOR_FORMAT } from '@postroom/domain/media/label-stock'
import { expect, it } from 'vitest'
import { atPlace } from './at-place.ts'
import { labelFor, withLabelFor } from './label-for.ts'

it.each(PAPER_FORMATS)('draws the label for the format %s set in the preferences', (paperFormat) => {
  const config = { printerId: 'p', defaultOrSpecific: 'specific', paperFormat } as const
  expect(labelFor(config)).toBe(LABEL_FOR_FORMAT[paperFormat])
  expect(labelFor({ ...config, defaultOrSpecific: 'default' })).toBe(LABEL_FOR_FORMAT['4x6'])
})

it('draws the label for the printer of the format of the item, and keeps the rest of the draft', () => {
  const draft = { parcels: [{ packaging: 'letter' }], meta_data: { slogan: 'Hello' } } as unknown as ShipmentDraftInput
  const roll = { printerId: 'p', defaultOrSpecific: 'specific', paperFormat: 'roll_62' } as const
  const { size, label_name } = LABEL_FOR_FORMAT.roll_62
  expect(withLabelFor(draft, (kind) => (kind === 'mailing' ? roll : undefined))).toEqual({
    ...draft,
    label: { size },
    meta_data: { slogan: 'Hello', label_name },
  })
  expect(withLabelFor({ ...draft, parcels: [] }, () => roll).label).toEqual({ size: LABEL_FOR_FORMAT['4x6'].size })
})

it('names another workstation, and not this one', () => {
  const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never
  expect(atPlace(undefined, 'It is printed.', t)).toBe('It is printed.')
  expect(atPlace('Office', 'It is printed.', t)).toBe('printing.at {"place":"Office","what":"It is printed."}')
})

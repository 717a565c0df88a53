import { expect, test } from 'vitest'
import { QL_MODELS, USB_VENDOR } from './models.ts'
import { rollIn, rollMedia, rollsFor } from './rolls.ts'

const modelOf = (name: string) => QL_MODELS.find((model) => model.name === name)!
const [NARROW, WIDE] = [modelOf('QL-800'), modelOf('QL-1110NWB')]

test.each([
  // name        status byte  USB numbers       as a disk  dots of the head  rows of a page
  ['QL-600', 0x47, ['20c0', '2100'], [], 720, [150, 11_811]],
  ['QL-800', 0x38, ['209b'], ['209e'], 720, [150, 11_811]],
  ['QL-1100', 0x43, ['20a7'], ['20a9'], 1296, [301, 35_434]],
  ['QL-1110NWB', 0x44, ['20a8'], ['20aa'], 1296, [301, 35_434]],
])('the facts of %s are those of its reference', (name, statusCode, usb, editorLite, pins, [rows_min, rows_max]) => {
  const compresses = pins === 1296
  expect(modelOf(name)).toEqual({ name, statusCode, usb, editorLite, pins, compresses, rows_min, rows_max })
  expect(USB_VENDOR).toBe('04f9')
})

test.each([
  // roll        kind        mm across, along  printable dots  blank pins to the right: narrow head, wide head
  ['DK-22210', 'endless', 29, 0, 306, 0, 6, 50],
  ['DK-22225', 'endless', 38, 0, 413, 0, 12, 56],
  ['DK-22205', 'endless', 62, 0, 696, 0, 12, 56],
  ['DK-22243', 'endless', 102, 0, 1164, 0, undefined, 56],
  ['DK-22246', 'endless', 104, 0, 1200, 0, undefined, 38],
  ['DK-11201', 'die_cut', 29, 90, 306, 991, 6, 50],
  ['DK-11202', 'die_cut', 62, 100, 696, 1109, 12, 56],
  ['DK-11241', 'die_cut', 102, 153, 1164, 1660, undefined, 56],
  ['DK-11247', 'die_cut', 104, 164, 1200, 1822, undefined, 38],
] as const)(
  '%s is laid out as in the media tables of the maker',
  (name, kind, across, along, dots, rows, right, wide) => {
    const media = { kind, width_mm: across, length_mm: along, twoColour: false }
    const roll = rollIn(media, WIDE)
    const pins = right === undefined ? { 1296: wide } : { 720: right, 1296: wide }
    expect(roll).toEqual({ name, kind, width_mm: across, length_mm: along, dots, rows, right: pins })
    expect(rollIn(media, NARROW)).toBe(right === undefined ? undefined : roll)
    expect(rollsFor(NARROW).includes(roll!)).toBe(right !== undefined)
  },
)

test.each([
  // reported                     across along  kind        two colours  roll
  ['a millimetre narrower', 61, 0, 'endless', false, 'DK-22205'],
  ['a millimetre wider', 63, 0, 'endless', false, 'DK-22205'],
  ['two millimetres narrower', 60, 0, 'endless', false, undefined],
  ['a millimetre longer', 102, 154, 'die_cut', false, 'DK-11241'],
  ['two millimetres longer', 102, 155, 'die_cut', false, undefined],
  ['two colours', 62, 0, 'endless', true, 'DK-22251'],
  ['two colours of another roll', 29, 0, 'endless', true, undefined],
  ['another kind', 62, 0, 'die_cut', false, undefined],
] as const)('a roll that is reported as %s is found or not', (_what, width_mm, length_mm, kind, twoColour, name) => {
  expect(rollIn({ kind, width_mm, length_mm, twoColour }, WIDE)?.name).toBe(name)
})

test.each([
  ['DK-22205', NARROW, { name: 'DK-22205', width_mm: 62, height_mm: 999, endless: true }],
  ['DK-22205', WIDE, { name: 'DK-22205', width_mm: 62, height_mm: 3000, endless: true }],
  ['DK-11202', NARROW, { name: 'DK-11202', width_mm: 62, height_mm: 100 }],
])('%s is media as long as its label, or as the longest label of the printer', (name, model, media) => {
  expect(
    rollMedia(
      rollsFor(model).find((roll) => roll.name === name)!,
      model,
    ),
  ).toEqual(media)
})

import { expect, test } from 'vitest'
import { label } from '../../testing/label-orders.ts'
import { drawLabels } from './draw-labels.ts'
import { NO_FACTS } from './language.ts'
import { labelPrinterSetting } from './label-setting.ts'

const ZPL = 'zpl://192.0.2.7'
const SIX_INCHES = { length_dots: 1_218 }
const IDLE = { reasons: [], isBusy: false, hasHalfLabel: false }
const settingOf = (address: string) => labelPrinterSetting(address).setting

test.each([
  // the setting                     status         chosen for     refusal
  [ZPL, undefined, undefined, 'printer_setting_missing'],
  [`${ZPL}?dpi=300`, undefined, 203, 'drawn_for_other_printer'],
  [`${ZPL}?dpi=203`, { length_dots: 812 }, 203, 'media_mismatch'],
  [`${ZPL}?dpi=203&size=4x4`, undefined, 203, 'media_not_offered'],
  [`${ZPL}?dpi=203&size=4x6`, SIX_INCHES, undefined, undefined],
  [`${ZPL}?dpi=203&stock=continuous`, { length_dots: 812 }, 203, undefined],
])('draws a label for %s with the status %j, chosen for %s dpi: %s', async (address, said, expectedDpi, code) => {
  const target = { setting: settingOf(address), facts: NO_FACTS, status: said && { ...IDLE, ...said }, expectedDpi }
  const drawn = await drawLabels({ ...label, copies: 2 }, target)
  if (code) expect(drawn).toMatchObject({ ok: false, fault: { code } })
  else expect(drawn).toMatchObject({ ok: true, labels: [{}, {}] })
})

async function drawnAt(dpi: number) {
  const target = { setting: settingOf(`${ZPL}?dpi=${dpi}`), facts: NO_FACTS, status: undefined, expectedDpi: dpi }
  const drawn = await drawLabels(label, target)
  return drawn.ok ? drawn.labels[0] : undefined
}

test('draws for a head of 600 dots at 300, with four dots for each, at its true length', async () => {
  for (const [dpi, width, height] of [
    [300, 1_200, 1_800],
    [600, 2_400, 3_600],
  ] as const) {
    const drawn = await drawnAt(dpi)
    expect(drawn?.length_in).toBe(6)
    expect(Buffer.from(drawn!.bytes).toString('latin1')).toContain(`^PW${width}^LL${height}`)
  }
})

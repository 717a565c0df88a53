import { expect, it, test } from 'vitest'
import { clickAndDropOf, readConfig } from './config.ts'
import { sealUnder } from './sealed-text.ts'

const CLICK_AND_DROP_URL = 'https://api.parcel.royalmail.com/api/v1/'
const seal = sealUnder('the secret key of a test')

test.each([undefined, 'on', 'empty'])('sells no postage beside the specimens of the demo: DEMO=%s', (DEMO) =>
  expect(() => readConfig({ CLICK_AND_DROP_URL, ...(DEMO !== undefined && { DEMO }) })).toThrow('DEMO: must be off'),
)

it('sells postage at the address of Click & Drop, and specimens without one', () => {
  const config = readConfig({ CLICK_AND_DROP_URL, DEMO: 'off' })
  expect(clickAndDropOf(config, seal)).toEqual({ url: 'https://api.parcel.royalmail.com/api/v1', seal })
  expect(clickAndDropOf(readConfig({}), seal)).toBeUndefined()
})

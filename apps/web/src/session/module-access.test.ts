import { describe, expect, it } from 'vitest'
import { PAGES, type PageName } from '../pages.ts'
import { isInPlan, mayOpen } from './module-access.ts'

describe('allows pages by permission', () => {
  it.each<[PageName, string[], 'uk' | 'other', boolean]>([
    ['shipping', ['mod_shipping'], 'other', true],
    ['shipping', [], 'other', false],
    ['shipping', ['mod_mailing'], 'other', false],
    ['shipping', ['carr_usps'], 'other', true],
    ['shipping', ['carr_fedex'], 'other', true],
    ['shipping', ['carr_ups'], 'other', true],
    ['shipping', ['carr_rm'], 'other', false],
    ['shipping', [], 'uk', true],
    ['home', [], 'other', true],
    ['printers', [], 'other', true],
    ['administration', [], 'uk', false],
    ['administration', ['mod_shipping'], 'other', false],
    ['administration', ['administration'], 'uk', true],
  ])('%s with %j in the variant %s: %s', (page, permissions, variant, allowed) =>
    expect(mayOpen(PAGES[page], permissions, variant)).toBe(allowed),
  )
})

it.each([
  [{}, 'lite', true],
  [{}, 'full', true],
  [{ plan: 'full' }, 'full', true],
  [{ plan: 'full' }, 'lite', false],
] as const)('page %j is in the %s plan: %s', (page, plan, isIn) => expect(isInPlan(page, plan)).toBe(isIn))

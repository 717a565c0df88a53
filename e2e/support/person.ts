import { expect, type Page } from '@playwright/test'

type Role = Parameters<Page['getByRole']>[0]

/**
 * Somebody at the page, whose interactions are counted: a click, a key that moves or acts, a field filled, a paste. A walk
 * is given a person instead of the page, so that nothing happens uncounted.
 */
export interface Person {
  /** Clicks the one control of this role and name, in the part of the page where others have the same name. */
  click: (role: Role, name: string | RegExp, part?: 'main') => Promise<void>
  press: (key: string) => Promise<void>
  /** Types into the field that has the focus: one that does not have it must be clicked or moved to first. */
  type: (text: string) => Promise<void>
  /** Pastes into the field that has the focus. */
  paste: (text: string) => Promise<void>
  /** Looks at the page before the next act, which is not counted. */
  sees: (text: string | RegExp) => Promise<void>
  interactions: () => number
}

/** As fast as a good typist's quickest letters. */
const BETWEEN_LETTERS_MS = 20
/** Nobody acts on a line sooner than this after it appeared. */
const READING_MS = 300

export function personAt(page: Page): Person {
  let interactions = 0
  const focused = page.locator('input:not([type=radio], [type=checkbox]):focus')
  const press = async (key: string) => {
    interactions += 1
    await page.keyboard.press(key)
  }
  return {
    press,
    click: async (role, name, part) => {
      interactions += 1
      const control = (part ? page.getByRole(part) : page).getByRole(role, { name })
      // people click the row: its radio is drawn
      await (role === 'radio' ? control.locator('xpath=ancestor::label') : control).click()
    },
    type: async (text) => {
      if (/[\n\t]/.test(text)) throw new RangeError('Enter and Tab are keys of their own')
      await expect(focused).toBeVisible()
      const field = await focused.elementHandle()
      interactions += 1
      await page.keyboard.type(text, { delay: BETWEEN_LETTERS_MS })
      // no letter was lost, and the focus stayed
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await field.inputValue()).toContain(text)
    },
    paste: async (text) => {
      await expect(focused).toBeVisible()
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await press('Control+V')
    },
    sees: async (text) => {
      const seen = page.getByText(text).filter({ visible: true }).first()
      await expect(seen).toBeVisible({ timeout: 30_000 })
      // a list that is replaced meanwhile shows it again
      await page.waitForTimeout(READING_MS)
      await expect(seen).toBeVisible({ timeout: 30_000 })
    },
    interactions: () => interactions,
  }
}
